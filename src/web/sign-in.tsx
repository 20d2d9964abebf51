import { createRoot } from 'react-dom/client';
import { readSession } from './session.ts';
import { SignIn } from './sign-in/SignIn.tsx';
import { Root } from './ui/Root.tsx';
import { startWords } from './words.ts';
import { first } from './words/first.ts';

const wanted = new URLSearchParams(location.search).get('next') ?? '';
// Only a page of this portal may follow a sign-in.
const next = /^\/dashboard(?![^/?#])/.test(wanted) ? wanted : '/dashboard';

await startWords(first);
if ((await readSession()) !== null) location.replace(next);
else {
  if (location.pathname !== '/') history.replaceState(null, '', '/');
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<Root><SignIn onSignedIn={() => location.replace(next)} /></Root>);
}
