import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';
import type { Texts } from '../../i18n/en.ts';
import type { Notification } from './notification-kinds.ts';

/**
 * A paragraph that begins with `*` is shown large, one that begins with `>` is a link. SMS texts keep to the GSM
 * alphabet, Portuguese ones without the signs it lacks: one part each.
 */
type Template = { subject: string; paragraphs: readonly string[]; sms: string };

const templatesIn = (language: Texts): Record<Notification['kind'], Template> => ({
  ...language.signIn.mail,
  ...language.contactChanges.mail,
  ...language.strongSignIn.mail,
  ...language.campaigns.mail,
  ...language.senders.mail,
  ...language.wallet.mail,
  ...language.branding.mail,
  ...language.monitoring.mail,
  ...language.reports.mail,
  ...language.secondApproval.mail,
  ...language.verifications.mail,
});
const templates: Record<Language, Record<Notification['kind'], Template>> = {
  en: templatesIn(texts.en),
  pt: templatesIn(texts.pt),
};

export type RenderedNotification = { subject: string; text: string; html: string; sms: string };

/** Fills in the template of a notification, under the reader's brand. */
export function renderNotification(
  notification: Notification,
  language: Language,
  brand: string,
): RenderedNotification {
  const words = templates[language][notification.kind];
  const values: Record<string, string> = { ...notification, brand };
  const filled = (text: string) => fill(text, values);
  return {
    // A line break in a name would start another header.
    subject: filled(words.subject).replace(/\s+/g, ' '),
    text: `${words.paragraphs.map((paragraph) => filled(paragraph.replace(/^[*>]/, ''))).join('\n\n')}\n\n${brand}\n`,
    html: page(
      words.paragraphs.map((paragraph) => htmlOf(paragraph, filled)),
      brand,
    ),
    sms: filled(words.sms),
  };
}

/** `*` marks text to be read off, `>` a link. */
function htmlOf(paragraph: string, fillIn: (text: string) => string): string {
  const filled = escape(fillIn(paragraph.replace(/^[*>]/, '')));
  if (paragraph.startsWith('*'))
    return `<p style="font-size:24px;font-weight:600;letter-spacing:.08em;margin:24px 0">${filled}</p>`;
  if (paragraph.startsWith('>'))
    return `<p style="margin:24px 0"><a href="${filled}" style="color:#0b57d0;word-break:break-all">${filled}</a></p>`;
  return `<p style="margin:16px 0">${filled}</p>`;
}

function page(paragraphs: string[], brand: string): string {
  return `<!doctype html><html><body style="margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1c2026"><div style="max-width:520px;margin:0 auto;padding:24px 32px;background:#fff;border-radius:8px">${paragraphs.join('')}<p style="margin:32px 0 0;color:#5b6470">${escape(brand)}</p></div></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
