import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { auth, type SignedIn } from '../../contract/api/auth.ts';
import { keyOf, queries } from '../parts/queries.ts';
import { call, messageOf } from '../api/call.ts';
import { loadHost } from '../api/host.ts';
import { makeRouter } from './router.tsx';
import { onPersonGone, openLook } from '../api/browser-storage.ts';
import { leave, readActing, readSession } from '../api/session.ts';
import { endedByIdleness } from './shell/IdleSession.tsx';
import { StepUpDialog } from '../auth/step-up/StepUpDialog.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Root } from '../ui/Root.tsx';
import { fatalError, Toasts } from '../ui/Toasts.tsx';
import { startWords } from '../i18n/i18n.ts';
import { en } from '../i18n/en.ts';

await Promise.all([startWords(en), openLook()]);
void loadHost();
const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  root.render(
    <Root>
      <Loading />
    </Root>,
  );
  const me = await checkSession();
  if (me) {
    queries.setQueryData(keyOf(auth.me, {}), me);
    onPersonGone(() =>
      leave(endedByIdleness() ? { reason: i18next.t('signIn.ended.idle') } : undefined),
    );
    const router = makeRouter(me);
    root.render(
      <Root>
        <Toasts>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
            <StepUpDialog />
          </QueryClientProvider>
        </Toasts>
      </Root>,
    );
  }
}

// Errors that no screen caught, such as a chunk that failed to load. An aborted request is no failure.
addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
  if (!(reason instanceof DOMException && reason.name === 'AbortError'))
    fatalError(messageOf(reason));
});

/** The signed-in account, without a redirect to the sign-in page. An unreachable server ends no session. */
async function checkSession(): Promise<SignedIn | undefined> {
  const session = await readSession();
  if (session === null || session.client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') {
    leave();
    return undefined;
  }
  const acting = await readActing();
  const me = await call(auth.me, {}).catch(() => (acting ?? session).client);
  // A refused refresh has ended the session, or the time of acting was over; the page is already leaving.
  if ((await readSession()) === null || (acting !== null && (await readActing()) === null))
    return undefined;
  if (me.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') {
    leave();
    return undefined;
  }
  return me;
}
