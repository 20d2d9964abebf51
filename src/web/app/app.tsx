/** The entry of the portal after sign-in. */
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { auth, type SignedIn } from '../../contract/api/auth.ts';
import { keyOf, queries } from '../parts/queries.ts';
import { call, messageOf } from '../api/call.ts';
import { loadHost } from '../api/host.ts';
import { clearTab } from '../api/idle.ts';
import { makeRouter } from './router.tsx';
import { onPersonGone, openLook } from '../api/browser-storage.ts';
import { openValues } from '../api/sealed-values.ts';
import { beginAnew, leave, readActing, readSession } from '../api/session.ts';
import { endedByIdleness } from './shell/IdleSession.tsx';
import { StepUpDialog } from '../auth/step-up/StepUpDialog.tsx';
import { Loading } from '../ui/page/Loading.tsx';
import { ensureStorage } from './storage-check.ts';
import { Root } from '../ui/page/Root.tsx';
import { fatalError, Toasts } from '../ui/dialogs/Toasts.tsx';
import { startWords } from '../i18n/i18n.ts';
import { en } from '../i18n/en.ts';

await ensureStorage();
await Promise.all([startWords(en), openLook(), openValues()]);
void loadHost();
const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  let router: ReturnType<typeof makeRouter> | undefined;
  const show = (me: SignedIn) => {
    // One that is on its way elsewhere must not arrive there later.
    router?.dispose();
    router = makeRouter(me);
    root.render(
      <Root>
        <Toasts>
          <QueryClientProvider client={queries}>
            <RouterProvider key={screensFor(me)} router={router} />
            <StepUpDialog />
          </QueryClientProvider>
        </Toasts>
      </Root>,
    );
  };
  // Seen until the stored session is decrypted, or the page has left for sign-in without one.
  root.render(
    <Root>
      <Loading />
    </Root>,
  );
  // The account as it was last known is drawn at once; the server decides every call all the same.
  const stored = await storedAccount();
  if (stored) {
    const { person, known } = stored;
    // As old as can be: the card of the account waits for the present balance.
    queries.setQueryData(keyOf(auth.me, {}), known, { updatedAt: 0 });
    onPersonGone(
      person.clientId,
      () => {
        const wasIdle = endedByIdleness();
        if (wasIdle) clearTab();
        leave({ reason: wasIdle ? i18next.t('signIn.ended.idle') : null });
      },
      () => {
        // Forms that are not saved would ask whether to stay, among what is another person's now.
        root.unmount();
        beginAnew();
      },
    );
    const asked = location.href;
    const { length } = history;
    show(known);
    const me = await readAccount(known);
    // Another role, or details that are due, has other screens.
    if (me && screensFor(me) !== screensFor(known)) {
      // The account as it was may have been led on from the address that it may open now.
      if (history.length === length) history.replaceState(null, '', asked);
      show(me);
    }
  }
}

// Errors that no screen caught, such as a chunk that failed to load. An aborted request is no failure.
addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
  if (!(reason instanceof DOMException && reason.name === 'AbortError'))
    fatalError(messageOf(reason));
});

/**
 * The signed-in person as this browser keeps it, and the account whose screens it uses; without one the page
 * leaves for sign-in.
 */
async function storedAccount(): Promise<{ person: SignedIn; known: SignedIn } | undefined> {
  const session = await readSession();
  if (session === null || session.client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') {
    leave();
    return undefined;
  }
  return { person: session.client, known: ((await readActing()) ?? session).client };
}

/** The account as it is. An unreachable server ends no session. */
async function readAccount(known: SignedIn): Promise<SignedIn | undefined> {
  const isActing = (await readActing()) !== null;
  const me = await queries
    .fetchQuery({ queryKey: keyOf(auth.me, {}), queryFn: () => call(auth.me, {}) })
    .catch(() => known);
  // A refused refresh has ended the session, or the time of acting was over; the page is already leaving.
  if ((await readSession()) === null || (isActing && (await readActing()) === null))
    return undefined;
  if (me.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') {
    leave();
    return undefined;
  }
  return me;
}

/** The facts of an account that decide its screens. */
function screensFor({ clientAccessLevel, clientStatus, strongSignInDue }: SignedIn): string {
  return JSON.stringify([clientAccessLevel, clientStatus, strongSignInDue]);
}
