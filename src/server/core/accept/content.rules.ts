/** Content of a message: length limits, coding and the opt-out clause. */
import { isSeptets } from '../../../contract/shared/data-codings.ts';
import { measureText, MOST_SEGMENTS } from '../../../contract/shared/sms.ts';
import { withStopClause } from '../../../contract/shared/stop-clauses.ts';
import { textEmpty, textTooLong } from '../../infra/errors.ts';
import type { NewMessage } from '../dispatch/types.ts';
import type { MessageRequest, Encoding } from './types.ts';

/** Octets of one part: 140 in an eight-bit coding, 160 in a seven-bit one. */
const OCTETS = { seven: 160, eight: 140 };

/**
 * The bits of esm_class that describe the content are kept: user data header (0x40), reply path
 * (0x80).
 */
const ESM_FEATURES = 0xc0;

type Content = {
  text: string | null;
  encoding: Encoding;
  coding: number;
  segments: number;
  payload: NewMessage['payload'];
};

const CODING = { GSM7: 0, UCS2: 8, BINARY: 4 } as const;

/**
 * Returns the content as it will be sent.
 * @param clause the opt-out clause that the text ends in; empty where it has none
 */
export function readContent({ content }: Pick<MessageRequest, 'content'>, clause: string): Content {
  if ('octets' in content) {
    const { octets, dataCoding, esmClass, text = null } = content;
    // SMSCs turn ASCII and Latin-1 into GSM.
    const most =
      dataCoding === 1 || dataCoding === 3 || isSeptets(dataCoding) ? OCTETS.seven : OCTETS.eight;
    if (octets.length > most) throw textTooLong(Math.ceil(octets.length / most), 1);
    // PostgreSQL's text holds every character except NUL.
    return {
      text: text?.replaceAll('\0', '') ?? null,
      encoding: 'BINARY',
      coding: CODING.BINARY,
      segments: 1,
      payload: { octets, dataCoding, esmClass: esmClass & ESM_FEATURES },
    };
  }
  if (content.text.trim() === '') throw textEmpty();
  const text = withStopClause(content.text.toWellFormed(), clause);
  const { segments, encoding } = measureText(text);
  if (segments > MOST_SEGMENTS) throw textTooLong(segments, MOST_SEGMENTS);
  return { text, encoding, coding: CODING[encoding], segments, payload: null };
}
