/** Callbacks of the simulated provider in each of its dialects. */
import type { Asked, Dialect } from './dialects.ts';

export const WORDS: Record<
  Dialect,
  Record<'delivered' | 'undelivered' | 'expired' | 'rejected', string>
> = {
  africastalking: {
    delivered: 'Success',
    undelivered: 'Failed',
    expired: 'Expired',
    rejected: 'Rejected',
  },
  sendsms: {
    delivered: 'DeliveredToTerminal',
    undelivered: 'AbsentSubscriber',
    expired: 'EXPIRED',
    rejected: 'SenderName Blacklisted',
  },
  jasmin: { delivered: 'DELIVRD', undelivered: 'UNDELIV', expired: 'EXPIRED', rejected: 'REJECTD' },
  kannel: { delivered: '1', undelivered: '2', expired: '2', rejected: '16' },
  twilio: {
    delivered: 'delivered',
    undelivered: 'undelivered',
    expired: 'undelivered',
    rejected: 'failed',
  },
  beem: {
    delivered: 'DELIVERED',
    undelivered: 'UNDELIVERED',
    expired: 'UNDELIVERED',
    rejected: 'UNDELIVERED',
  },
};

export function callbackOf(
  one: Asked,
  id: string,
  word: string,
  target: string,
): { url: string; init: RequestInit } {
  const form = (fields: Record<string, string>) => ({
    url: target,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    },
  });
  switch (one.dialect) {
    case 'africastalking':
      return form({
        id,
        status: word,
        phoneNumber: `+${one.to}`,
        networkCode: '63902',
        retryCount: '0',
        ...(word === 'Failed' && { failureReason: 'UserInactive' }),
      });
    case 'sendsms':
      return {
        url: target,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ messageid: Number(id), description: word, mobile: one.to }),
        },
      };
    case 'jasmin':
      return form({
        id,
        level: '2',
        message_status: word,
        id_smsc: '1',
        sub: '001',
        dlvrd: '001',
        subdate: '2611211200',
        donedate: '2611211201',
        err: word === 'DELIVRD' ? '000' : '027',
        text: '',
      });
    case 'kannel':
      return {
        url: target.replaceAll('%d', word).replaceAll('%p', one.to),
        init: { method: 'GET' },
      };
    case 'twilio':
      return form({
        MessageSid: id,
        MessageStatus: word,
        To: `+${one.to}`,
        From: one.from,
        ...(word === 'undelivered' && { ErrorCode: '30003' }),
      });
    case 'beem':
      return {
        url: target,
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            request_id: id,
            recipient_id: '1',
            dest_addr: one.to,
            Status: word,
          }),
        },
      };
  }
}
