import type { Templates } from './template.ts';

/** Decisions on a campaign, and campaigns that were not sent. */
export type CampaignNotification =
  | {
      kind: 'CAMPAIGN_APPROVED' | 'CAMPAIGN_TOO_LATE' | 'CAMPAIGN_DAILY_LIMIT' | 'CAMPAIGN_FAILED';
      name: string;
      link: string;
    }
  | { kind: 'CAMPAIGN_DECLINED'; name: string; reason: string; link: string };

export const campaigns: Templates<CampaignNotification> = {
  en: {
    CAMPAIGN_APPROVED: {
      subject: 'Your campaign {name} was approved',
      paragraphs: [
        'Your campaign {name} was approved. It is sent at its time, or now where it has none. See how it goes:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was approved.',
    },
    CAMPAIGN_DECLINED: {
      subject: 'Your campaign {name} was declined',
      paragraphs: [
        'Your campaign {name} was declined, and nothing of it was sent or charged. The reason given:',
        '{reason}',
        'Make a copy of it, change what is asked, and hand it in again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was declined: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'The time of your campaign {name} was missed, so it was not sent. Decide whether it goes now, at another time, or not at all:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} missed its time and waits for you.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'Your campaign {name} is larger than what your account may still send today, so it was not sent. Give it another day, send it to fewer people, or ask whoever manages your account for a higher daily limit:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} met the daily limit and waits for you.',
    },
    CAMPAIGN_FAILED: {
      subject: 'Your campaign {name} could not be sent',
      paragraphs: [
        'Your campaign {name} could not be started. Nothing of it was sent or charged. See why, and make a copy of it to send again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} could not be sent.',
    },
  },
  pt: {
    CAMPAIGN_APPROVED: {
      subject: 'A sua campanha {name} foi aprovada',
      paragraphs: [
        'A sua campanha {name} foi aprovada. Será enviada à hora marcada, ou já, se não a tiver. Acompanhe-a:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} foi aprovada.',
    },
    CAMPAIGN_DECLINED: {
      subject: 'A sua campanha {name} foi recusada',
      paragraphs: [
        'A sua campanha {name} foi recusada; nada foi enviado nem cobrado. O motivo indicado:',
        '{reason}',
        'Faça uma cópia, mude o que é pedido e entregue-a novamente:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} foi recusada: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A hora da sua campanha {name} passou sem que fosse enviada. Decida se segue já, a outra hora, ou se não segue:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} perdeu a hora e espera por si.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A sua campanha {name} é maior do que aquilo que a sua conta ainda pode enviar hoje, por isso não foi enviada. Marque-a para outro dia, envie-a a menos pessoas ou peça um limite diário mais alto a quem gere a sua conta:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} atingiu o limite diario e espera por si.',
    },
    CAMPAIGN_FAILED: {
      subject: 'Não foi possível enviar a sua campanha {name}',
      paragraphs: [
        'Não foi possível iniciar a sua campanha {name}. Nada foi enviado nem cobrado. Veja porquê e faça uma cópia para enviar de novo:',
        '>{link}',
      ],
      sms: 'Nao foi possivel enviar a sua campanha {name} em {brand}.',
    },
  },
};
