// The build gives this module to notistack in place of goober (vite.config.ts). Goober fills a style element with text by
// innerHTML; the content security policy refuses both (docs/adr/0049-trusted-types.md). A constructed sheet
// takes its rules by script, to which the policy does not apply.
type Declarations = Record<string, string | number>;
type Styles = Record<string, string | number | Declarations>;

let sheet: CSSStyleSheet | undefined;
let classes = 0;

/** The sheet of the page, made at its first rule. */
function openSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  return sheet;
}

/**
 * Adds a rule, in a layer: a constructed sheet comes after every style element, and the styles of
 * `Toasts.tsx` must win over those of the library.
 */
function addRule(rule: string): void {
  const target = openSheet();
  target.insertRule(`@layer toasts{${rule}}`, target.cssRules.length);
}

const writeBody = (declarations: Declarations) =>
  Object.entries(declarations)
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
    )
    .join(';');

/** The rules of a class: its own, those of descendants by their selector, and those within a media query. */
export function writeRules(name: string, styles: Styles): string[] {
  const own: Declarations = {};
  const nested: string[] = [];
  for (const [key, value] of Object.entries(styles)) {
    if (typeof value !== 'object') own[key] = value;
    else if (key.startsWith('@media')) nested.push(`${key}{.${name}{${writeBody(value)}}}`);
    else if (key.startsWith('.')) nested.push(`.${name} ${key}{${writeBody(value)}}`);
    else throw new TypeError(`no rule can be written for ${key}`);
  }
  return [`.${name}{${writeBody(own)}}`, ...nested];
}

/** Makes a class of these styles, as goober's function of the same name does. */
export function css(styles: Styles): string {
  const name = `toast-${++classes}`;
  for (const rule of writeRules(name, styles)) addRule(rule);
  return name;
}
