/** The page of a stop link: one question, its buttons, no script. */
import { stopPages } from '../../i18n/receivers.ts';
import type { PageLanguage } from '../../i18n/receivers.ts';

export const LINK_ACTIONS = ['stop', 'stopAll', 'start'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** The words of the page: the question, or the answer after a tap. */
export type PageState = 'ask' | 'stopped' | 'stoppedAll' | 'started' | 'tooMany';

export type PageBrand = {
  name: string;
  logo: string | null;
  logoDark: string | null;
  accent: string | null;
};

/** Makes the page. It says nothing of a number or a sender, so a link that exists looks like any other. */
export function presentPage(
  state: PageState,
  language: PageLanguage,
  { name, logo, logoDark, accent }: PageBrand,
): string {
  const text = stopPages[language];
  const words = {
    ask: [text.title, text.ask, ['stop', 'stopAll']],
    stopped: [text.stopped, text.stoppedText, ['start', 'stopAll']],
    stoppedAll: [text.stoppedAll, text.stoppedAllText, ['start']],
    started: [text.started, text.startedText, ['stop', 'stopAll']],
    tooMany: [text.tooMany, text.tooManyText, []],
  } as const;
  const [title, paragraph, actions] = words[state];
  const buttons = actions.map(
    (action) =>
      `<button name="action" value="${action}"${action === 'stop' ? '' : ' class="plain"'}>${escape(text[action])}</button>`,
  );
  const dark =
    logoDark === null
      ? ''
      : `<source srcset="${escape(logoDark)}" media="(prefers-color-scheme: dark)">`;
  const picture =
    logo === null
      ? `<span class="name">${escape(name)}</span>`
      : `<picture>${dark}<img src="${escape(logo)}" alt="${escape(name)}" height="40"></picture>`;
  const colour = accent === null ? '' : `:root{--accent:${accent};--on:${inkOn(accent)}}`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · ${escape(name)}</title>
<style>${STYLE}${colour}</style>
</head>
<body>
<header>${picture}</header>
<main>
<h1>${escape(title)}</h1>
<p${state === 'ask' ? '' : ' role="status"'}>${escape(paragraph)}</p>
${
  buttons.length === 0
    ? ''
    : `<form method="post"><input type="hidden" name="language" value="${language}">${buttons.join('')}</form>`
}
</main>
<nav aria-label="${escape(text.language)}">${Object.entries(stopPages)
    .map(([code, { ownName }]) =>
      code === language
        ? `<span aria-current="true" lang="${code}">${ownName}</span>`
        : `<a href="?language=${code}" lang="${code}" hreflang="${code}">${ownName}</a>`,
    )
    .join(' ')}</nav>
</body>
</html>
`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!);

/** Black or white, whichever is legible on a colour: the two contrasts meet at this luminance (WCAG 2.2). */
function inkOn(colour: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}

const STYLE = `
:root{color-scheme:light dark;--back:#f5f6f8;--card:#fff;--ink:#16191d;--soft:#525a66;--line:#d5d9df;--accent:#1d4ed8;--on:#fff}
@media (prefers-color-scheme:dark){:root{--back:#121417;--card:#1c1f24;--ink:#f1f3f5;--soft:#adb4be;--line:#3a4049}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:24px 16px;display:flex;flex-direction:column;align-items:center;gap:24px;background:var(--back);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{max-width:100%;min-height:40px}
img{max-width:240px;max-height:48px;width:auto;display:block}
.name{font-size:20px;font-weight:600;overflow-wrap:anywhere}
main{width:100%;max-width:420px;padding:24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 8px;font-size:24px;line-height:1.25}
p{margin:0 0 24px;color:var(--soft)}
form{margin:0;display:grid;gap:12px}
button{width:100%;min-height:52px;padding:12px 16px;border:2px solid transparent;border-radius:10px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.plain{background:transparent;color:var(--ink);border-color:var(--soft)}
button:focus-visible,a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
nav{display:flex;gap:16px;font-size:15px}
nav a{color:var(--ink);padding:8px}
nav span{color:var(--soft);padding:8px}
`;
