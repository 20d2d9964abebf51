import type { Language } from '../../../infra/words.ts';

/**
 * A paragraph that begins with `*` is shown large, one that begins with `>` is a link. SMS texts keep to the GSM
 * alphabet, Portuguese ones without the signs it lacks: one part each.
 */
export type Template = { subject: string; paragraphs: string[]; sms: string };

export type Templates<Notification extends { kind: string }> = Record<
  Language,
  Record<Notification['kind'], Template>
>;
