import Button from '@mui/material/Button';
import { Component, lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SignIn } from '../auth/SignIn.tsx';
import { Loading } from '../ui/page/Loading.tsx';
import { enter, type Entered } from '../auth/enter.ts';
import { Frame } from '../auth/Frame.tsx';
import { goTo, usePath } from '../auth/navigation.ts';
import { inTime } from './in-time.ts';

type Page = ComponentType<{ onSignedIn: Entered }>;
function later<Name extends string>(load: () => Promise<Record<NoInfer<Name>, Page>>, name: Name) {
  return lazy(async () => ({ default: (await inTime(load()))[name] as Page }));
}

/** The mail and phones of a sandbox. */
export const SANDBOX = '/sandbox';

const success = later(() => import('../auth/Success.tsx'), 'Success');
/** Pages of mailed links, open whether or not anyone is signed in. */
export const MAILED: readonly string[] = ['/confirm-email', '/undo-email', '/reset-password'];

/** Every page before sign-in but sign-in itself, each loaded when it is wanted. */
const PAGES: Readonly<Record<string, ReturnType<typeof later>>> = {
  '/register': later(() => import('../auth/Register.tsx'), 'Register'),
  '/success': success,
  '/otp': later(() => import('../auth/ActivationCode.tsx'), 'ActivationCode'),
  '/join': later(() => import('../auth/Join.tsx'), 'Join'),
  '/join_success': success,
  '/activate': later(() => import('../auth/Activate.tsx'), 'Activate'),
  '/forgot-password': later(() => import('../auth/ForgotPassword.tsx'), 'ForgotPassword'),
  '/reset-password': later(() => import('../auth/ResetPassword.tsx'), 'ResetPassword'),
  '/confirm-email': later(() => import('../auth/ConfirmEmail.tsx'), 'ConfirmEmail'),
  '/undo-email': later(() => import('../auth/UndoEmail.tsx'), 'UndoEmail'),
  '/update-password': later(() => import('../auth/UpdatePassword.tsx'), 'UpdatePassword'),
  [SANDBOX]: later(() => import('../features/sandbox/Sandbox.tsx'), 'Sandbox'),
};

/** The pages before sign-in. Any other path leads to sign-in. */
export function Entrance({ next }: { next: string }) {
  const path = usePath();
  const Page = PAGES[path];
  const lost = Page === undefined && path !== '/';
  useEffect(() => {
    if (lost) goTo('/', { replace: true });
  }, [lost]);
  const onSignedIn: Entered = (session, password) => enter(session, password, next);
  if (Page === undefined)
    return (
      <Guard fallback={<Unreachable />}>
        <SignIn onSignedIn={onSignedIn} />
      </Guard>
    );
  return (
    <Guard key={path} fallback={<Unreachable />}>
      <Suspense fallback={<Loading />}>
        <Page onSignedIn={onSignedIn} />
      </Suspense>
    </Guard>
  );
}

function Unreachable() {
  const { t } = useTranslation();
  return (
    <Frame title={t('auth.brokenTitle')} text={t('auth.brokenText')}>
      <Button variant="contained" size="large" onClick={() => location.reload()}>
        {t('auth.reload')}
      </Button>
    </Frame>
  );
}

class Guard extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
