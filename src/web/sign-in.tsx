import { createRoot } from 'react-dom/client';
import { Entrance, MAILED, SANDBOX } from './entrance/Entrance.tsx';
import { loadHost } from './host.ts';
import { openLook } from './record.ts';
import { readSession } from './session.ts';
import { Loading } from './ui/Loading.tsx';
import { Root } from './ui/Root.tsx';
import { startWords } from './words.ts';
import { first } from './words/en/first.ts';

const wanted = new URLSearchParams(location.search).get('next') ?? '';
// Only a page of this portal may follow a sign-in.
const next = /^\/dashboard(?![^/?#])/.test(wanted) ? wanted : '/dashboard';

await Promise.all([startWords(first), openLook()]);
void loadHost();
const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  root.render(
    <Root>
      <Loading />
    </Root>,
  );
  // The mail and phones of a sandbox are there for everybody, whoever is signed in.
  const isForAll = location.pathname === SANDBOX || MAILED.includes(location.pathname);
  if (!isForAll && (await readSession()) !== null) location.replace(next);
  else
    root.render(
      <Root>
        <Entrance next={next} />
      </Root>,
    );
}
