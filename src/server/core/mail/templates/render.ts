import type { Language } from '../../../infra/words.ts';
import type { Templates } from './template.ts';
import { signIn, type SignInNotification } from './sign-in.ts';
import { contactChanges, type ContactChangeNotification } from './contact-changes.ts';
import { strongSignIn, type StrongSignInNotification } from './strong-sign-in.ts';
import { campaigns, type CampaignNotification } from './campaigns.ts';
import { senders, type SenderNotification } from './senders.ts';
import { wallet, type WalletNotification } from './wallet.ts';
import { platform, type PlatformNotification } from './platform.ts';

/** A message of the platform to people about their account. `link` is a whole address. */
export type Notification =
  | SignInNotification
  | ContactChangeNotification
  | StrongSignInNotification
  | CampaignNotification
  | SenderNotification
  | WalletNotification
  | PlatformNotification;

const templates: Templates<Notification> = {
  en: {
    ...signIn.en,
    ...contactChanges.en,
    ...strongSignIn.en,
    ...campaigns.en,
    ...senders.en,
    ...wallet.en,
    ...platform.en,
  },
  pt: {
    ...signIn.pt,
    ...contactChanges.pt,
    ...strongSignIn.pt,
    ...campaigns.pt,
    ...senders.pt,
    ...wallet.pt,
    ...platform.pt,
  },
};

export type RenderedNotification = { subject: string; text: string; html: string; sms: string };

/** Fills in the template of a notification, under the brand that its reader knows. */
export function renderNotification(
  notification: Notification,
  language: Language,
  brand: string,
): RenderedNotification {
  const words = templates[language][notification.kind];
  const values: Record<string, string> = { ...notification, brand };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    // A line break in a name would begin another header.
    subject: fill(words.subject).replace(/\s+/g, ' '),
    text: `${words.paragraphs.map((paragraph) => fill(paragraph.replace(/^[*>]/, ''))).join('\n\n')}\n\n${brand}\n`,
    html: page(
      words.paragraphs.map((paragraph) => htmlOf(paragraph, fill)),
      brand,
    ),
    sms: fill(words.sms),
  };
}

/** `*` begins what is to be read off, `>` what is to be followed. */
function htmlOf(paragraph: string, fill: (text: string) => string): string {
  const filled = escape(fill(paragraph.replace(/^[*>]/, '')));
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
