import { normalizePhone } from '../../../contract/shared/phone.ts';
import { sandbox } from '../../../contract/api/sandbox.ts';
import { badInput, notFound, unavailable } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { SANDBOX_ACCOUNTS, SANDBOX_PASSWORD } from './accounts.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { openCarrierSimulator, openMailSimulator } from './simulators.ts';

const MAILS = 50;
const TEXTS = 100;
const LATEST = 30;
/** A phone of the sandbox has a number of any kind, so long as a carrier could have it. */
const DIGITS = /^\d{6,15}$/;

type Ports = {
  sandbox: boolean;
  sandboxSmscControlPort: number | undefined;
  sandboxMailControlPort: number | undefined;
};

/** Mailboxes and phones of the sandbox; these endpoints exist nowhere else. */
export function sandboxRoutes({
  sandbox: isSandbox,
  sandboxSmscControlPort,
  sandboxMailControlPort,
}: Ports): Route[] {
  const mail =
    sandboxMailControlPort === undefined ? undefined : openMailSimulator(sandboxMailControlPort);
  const carrier =
    sandboxSmscControlPort === undefined ? undefined : openCarrierSimulator(sandboxSmscControlPort);
  const here = () => {
    if (!isSandbox) throw notFound('address');
  };

  return answer(sandbox, {
    async accounts() {
      here();
      return {
        password: SANDBOX_PASSWORD,
        accounts: SANDBOX_ACCOUNTS.map(({ email, phone, accessLevel }) => ({
          email,
          phone,
          accessLevel,
        })),
      };
    },
    async latest() {
      here();
      const [addresses, numbers] = await Promise.all([
        reached(mail?.latestAddresses(LATEST)),
        reached(carrier?.latestNumbers(LATEST)),
      ]);
      return {
        mailboxes:
          addresses?.map(({ address, count, at }) => ({
            address,
            mails: count,
            arriveTimestamp: seconds(at),
          })) ?? null,
        handsets: (numbers ?? []).map(({ number, at }) => ({
          phone: `+${number}`,
          arriveTimestamp: seconds(at),
        })),
      };
    },
    async mailbox({ address }) {
      here();
      const found = await reached(mail?.mailsTo(address, MAILS));
      return {
        mails: (found ?? []).map(({ id, from, subject, text, arrivedAt }) => ({
          mailId: id,
          from,
          subject,
          text,
          arriveTimestamp: seconds(arrivedAt),
        })),
      };
    },
    async handset({ phone }, { language }) {
      here();
      const number = numberOf(phone, 'phone', language);
      const found = await reached(carrier?.handset(number, TEXTS));
      return {
        phone: `+${number}`,
        messages: (found ?? []).map(({ id, at, ...message }) => ({
          ...message,
          messageId: id,
          timestamp: seconds(at),
        })),
      };
    },
    async write({ phone, to, text }, { language }) {
      here();
      if (carrier === undefined) throw unavailable();
      const queued = await reached(
        carrier.write({
          source: numberOf(phone, 'phone', language),
          destination: to.replace(/^\+/, ''),
          text,
        }),
      );
      if (!queued) throw unavailable();
      return { ok: true } as const;
    },
  });
}

/** Without a plus. */
function numberOf(written: string, field: string, language: Language): string {
  const phone = normalizePhone(written, 'KE');
  const digits = phone.ok ? phone.e164.slice(1) : written.replace(/[\s().+-]/g, '');
  if (!DIGITS.test(digits)) throw badInput([{ field, message: sentence(language, 'NOT_A_PHONE') }]);
  return digits;
}

/** A simulator's answer; one that is unreachable is restarting, and the caller tries again. */
async function reached<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await asked;
  } catch {
    throw unavailable();
  }
}

const seconds = (moment: string): number => Date.parse(moment) / 1000;
