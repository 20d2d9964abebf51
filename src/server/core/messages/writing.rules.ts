import { measureText, withLookalikes } from '../../../contract/shared/sms.ts';
import type { Encoding } from '../../../contract/shared/sms.ts';
import {
  bindTemplate,
  parseTemplate,
  placeholders,
  renderBound,
} from '../../../contract/shared/template.ts';

/**
 * The input of a campaign's texts: its text, and whether look-alikes replace characters that GSM
 * 03.38 lacks.
 */
export type Writing = { text: string; replaceLookalikes: boolean };

/** A recipient's text, from the values that preparation stored. */
export function openWriter({ text, replaceLookalikes }: Writing): (
  fields: readonly string[] | null,
) => {
  text: string;
  isOwn: boolean;
  encoding: Encoding;
} {
  const { bound } = bindTemplate(parseTemplate(text), placeholders(text));
  const written = (rendered: string) => (replaceLookalikes ? withLookalikes(rendered) : rendered);
  const same = written(text);
  const fixed = { text: same, isOwn: same !== text, encoding: measureText(same).encoding };
  return (fields) => {
    if (fields === null) return fixed;
    const rendered = written(renderBound(bound, fields));
    return { text: rendered, isOwn: rendered !== text, encoding: measureText(rendered).encoding };
  };
}
