import KeyIcon from '@mui/icons-material/KeyOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/api/auth.ts';
import { call, messageOf } from '../api/call.ts';
import { CallError } from '../api/request.ts';
import type { Entered } from './enter.ts';
import { AuthLink } from './AuthLink.tsx';
import type { Challenge } from './challenge.ts';
import { Frame } from './Frame.tsx';
import { useBrandName } from '../api/host.ts';
import { canUsePasskeys } from './passkeys.ts';
import { isSecurePage } from '../api/encrypted-storage.ts';
import { takeNotice, type Notice } from '../api/session.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { PasswordField, TextField } from '../ui/fields/TextField.tsx';
import { SandboxAccounts } from './SandboxAccounts.tsx';
import { usePasskeySignIn } from './usePasskeySignIn.ts';
import { Rows } from '../ui/page/layout.tsx';

// Loaded by those alone whose account has a second step.
const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }));

type Mistakes = { username?: string | undefined; password?: string | undefined };
type Refusal = { message: string; code: string };

/** The sign-in page. The typed values stay in memory; the password is cleared after a refusal. */
export function SignIn({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const brand = useBrandName();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  // An account that has to choose a password first is not let in by a passkey, so none is needed here.
  const passkey = usePasskeySignIn((session) => onSignedIn(session, ''));

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found: Mistakes = {
      username: username.trim() === '' ? t('signIn.usernameMissing') : undefined,
      password: password === '' ? t('signIn.passwordMissing') : undefined,
    };
    setMistakes(found);
    setRefusal(null);
    passkey.forget();
    if (found.username) return usernameInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    setBusy(true);
    try {
      const answer = await call(auth.signIn, { username, password });
      if ('otpRequired' in answer) {
        setBusy(false);
        return setChallenge(answer);
      }
      await onSignedIn(answer, password);
    } catch (failure) {
      setBusy(false);
      setRefusal({
        message: messageOf(failure),
        code: failure instanceof CallError ? failure.code : '',
      });
      if (failure instanceof CallError && failure.status === 401) {
        setPassword('');
        passwordInput.current?.focus();
      }
    }
  }

  /** A new activation code for the account whose password was just typed. */
  async function sendCode() {
    try {
      const { requestActivation } = await import('./requestActivation.ts');
      await requestActivation(username.trim(), password);
    } catch (failure) {
      setRefusal({ message: messageOf(failure), code: 'ACCOUNT_PENDING' });
    }
  }

  function back() {
    setChallenge(null);
    setPassword('');
  }

  function fill(email: string, secret: string) {
    setUsername(email);
    setPassword(secret);
    setMistakes({});
    setRefusal(null);
    submitButton.current?.focus();
  }

  if (challenge !== null) {
    return (
      <Suspense fallback={<Loading />}>
        <SecondStep
          challenge={challenge}
          onDone={(session) => onSignedIn(session, password)}
          onBack={back}
        />
      </Suspense>
    );
  }
  return (
    <Frame
      title={t('signIn.title')}
      heading={t('signIn.heading', { name: brand })}
      back={false}
      focused
    >
      <LoggedOut />
      {!isSecurePage && <Alert severity="warning">{t('signIn.insecure')}</Alert>}
      {refusal !== null && (
        <Alert severity="error">
          {refusal.message}
          <WayOn code={refusal.code} onSend={sendCode} />
        </Alert>
      )}
      {passkey.refusal !== null && <Alert severity="error">{passkey.refusal}</Alert>}
      <Rows component="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          field={{
            name: 'username',
            value: username,
            onChange: (event) => setUsername(event.target.value),
            ref: usernameInput,
          }}
          label={t('signIn.username')}
          help={t('signIn.usernameHelp')}
          error={mistakes.username}
          autoComplete="username"
          autoFocus
          input={{ autoCapitalize: 'none', spellCheck: false, maxLength: 254 }}
        />
        <PasswordField
          field={{
            name: 'password',
            value: password,
            onChange: (event) => setPassword(event.target.value),
            ref: passwordInput,
          }}
          label={t('signIn.password')}
          error={mistakes.password}
          autoComplete="current-password"
        />
        <Button type="submit" variant="contained" size="large" loading={busy} ref={submitButton}>
          {busy ? t('signIn.submitting') : t('signIn.submit')}
        </Button>
      </Rows>
      {canUsePasskeys && (
        <Button
          variant="outlined"
          color="inherit"
          size="large"
          startIcon={<KeyIcon />}
          loading={passkey.busy}
          onClick={() => {
            setRefusal(null);
            void passkey.start();
          }}
        >
          {t('signIn.withPasskey')}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2 }}>
        <Typography component="p">
          {`${t('signIn.noAccount')} `}
          <AuthLink to="/register">{t('signIn.register')}</AuthLink>
        </Typography>
        <Typography component="p">
          <AuthLink to="/forgot-password">{t('signIn.forgot')}</AuthLink>
        </Typography>
      </Box>
      <SandboxAccounts onChoose={fill} />
    </Frame>
  );
}

/** The way to resolve a refusal, if there is one. */
function WayOn({ code, onSend }: { code: string; onSend(): Promise<void> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  if (code === 'ACCOUNT_PENDING')
    return (
      <Box sx={{ mt: 2 }}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onSend().finally(() => setBusy(false));
          }}
        >
          {t('signIn.activate')}
        </Button>
      </Box>
    );
  if (code === 'TEMPORARY_PASSWORD_EXPIRED')
    return (
      <>
        {' '}
        <AuthLink to="/forgot-password">{t('signIn.forgot')}</AuthLink>
      </>
    );
  return null;
}

/** The reason of a logout, which stays; the notice of a plain logout disappears after three seconds. */
function LoggedOut() {
  const { t } = useTranslation();
  const [notice, setNotice] = useState<Notice | null>(takeNoticeOnce);
  useEffect(() => {
    if (notice === null || notice.reason !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A tab behind another may have been logged out long before anyone looks at it.
    const countDown = () => {
      if (document.visibilityState === 'visible') timer ??= setTimeout(() => setNotice(null), 3000);
    };
    countDown();
    document.addEventListener('visibilitychange', countDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', countDown);
    };
  }, [notice]);
  if (notice === null) return null;
  return notice.reason === null ? (
    <Alert severity="warning">{t('signIn.loggedOut')}</Alert>
  ) : (
    <Alert severity="error" onClose={() => setNotice(null)}>
      {t('signIn.loggedOutReason', { reason: notice.reason.toUpperCase() })}
    </Alert>
  );
}

let taken: { notice: Notice | null } | undefined;
// Taking it removes it, and React may ask for the first state twice.
function takeNoticeOnce(): Notice | null {
  taken ??= { notice: takeNotice() };
  return taken.notice;
}
