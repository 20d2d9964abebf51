import { createRoot } from 'react-dom/client';
import { ApiDocs } from '../features/api-docs/ApiDocs.tsx';
import { loadHost } from '../api/host.ts';
import { openLook } from '../api/browser-storage.ts';
import { openValues } from '../api/sealed-values.ts';
import { readActing, readSession } from '../api/session.ts';
import { ensureStorage } from './storage-check.ts';
import { Root } from '../ui/page/Root.tsx';
import { addEnglish, startWords } from '../i18n/i18n.ts';
import { apidocs as words } from '../i18n/en/apidocs.ts';
import { first } from '../i18n/en/pre-login.ts';

// A page beside the portal: a developer reads it without an account and without loading the portal.
await ensureStorage();
await Promise.all([startWords(first), openLook(), openValues()]);
addEnglish(words);
void loadHost();
const element = document.getElementById('root');
if (element) {
  const session = await readSession();
  // Only the account itself makes keys, never an account that acts for it.
  const maker = session !== null && (await readActing()) === null;
  createRoot(element).render(
    <Root>
      <ApiDocs signedIn={session !== null} makesKeys={maker} />
    </Root>,
  );
}
