// Said in plain elements: texts and themes of the portal read the storage themselves.
import { STORAGE_BLOCKED } from '../i18n/storageBlocked.ts';

/** True where the page may keep things in the browser; one that blocks cookies throws, or has no storage at all. */
export function mayStore(): boolean {
  try {
    return [localStorage, sessionStorage].every(({ length }) => length >= 0);
  } catch {
    return false;
  }
}

/** Waits for ever, with a page that says what to allow, where nothing may be kept: without it nobody stays signed in. */
export async function ensureStorage(): Promise<void> {
  if (mayStore()) return;
  const language = navigator.languages
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag in STORAGE_BLOCKED) as keyof typeof STORAGE_BLOCKED | undefined;
  const { title, text } = STORAGE_BLOCKED[language ?? 'en'];
  document.documentElement.lang = language ?? 'en';
  document.title = title;
  const notice = document.createElement('main');
  notice.setAttribute('role', 'alert');
  notice.style.cssText =
    'max-width:32rem;margin:20vh auto 0;padding:0 24px;font:16px/1.5 Inter,Arial,sans-serif;color:light-dark(#16202a,#e6e9ec)';
  const heading = document.createElement('h1');
  heading.style.fontSize = '22px';
  heading.textContent = title;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  notice.append(heading, paragraph);
  document.getElementById('root')?.replaceChildren(notice);
  await new Promise(() => undefined);
}
