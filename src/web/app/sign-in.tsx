/** The entry of the pages before sign-in. */
import { createRoot } from 'react-dom/client';
import { Entrance, MAILED, SANDBOX } from './Entrance.tsx';
import { loadHost, readHost } from '../api/host.ts';
import { openLook } from '../api/browser-storage.ts';
import { openValues } from '../api/sealed-values.ts';
import { readSession } from '../api/session.ts';
import { Loading } from '../ui/page/Loading.tsx';
import { ensureStorage } from './storage-check.ts';
import { Root } from '../ui/page/Root.tsx';
import { startWords } from '../i18n/i18n.ts';
import { first } from '../i18n/en/pre-login.ts';

const wanted = new URLSearchParams(location.search).get('next') ?? '';
// Only a page of this portal may follow a sign-in.
const next = /^\/dashboard(?![^/?#])/.test(wanted) ? wanted : '/dashboard';

await ensureStorage();
await Promise.all([startWords(first), openLook(), openValues()]);
const host = loadHost();
const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  root.render(
    <Root>
      <Loading />
    </Root>,
  );
  // The mail and phones of a sandbox are open to everyone.
  const isForAll = location.pathname === SANDBOX || MAILED.includes(location.pathname);
  if (!isForAll && (await readSession()) !== null) location.replace(next);
  else {
    // At a first visit the page waits for the host's own look, so that it never begins with another's.
    if (readHost() === undefined) await host;
    root.render(
      <Root>
        <Entrance next={next} />
      </Root>,
    );
  }
}
