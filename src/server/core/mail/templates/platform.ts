import type { Templates } from './template.ts';

/** Running the platform: approvals, reports, alerts, branded hosts. */
export type PlatformNotification =
  | { kind: 'SECOND_APPROVAL_REQUESTED' | 'SECOND_APPROVAL_APPROVED'; link: string }
  | { kind: 'SECOND_APPROVAL_REFUSED'; reason: string; link: string }
  | { kind: 'REPORT_READY'; name: string; rows: string; link: string }
  | {
      kind: 'ALERT_RAISED' | 'ALERT_REMINDED' | 'ALERT_RESOLVED';
      title: string;
      advice: string;
      since: string;
      link: string;
    }
  | { kind: 'HOST_IN_FORCE' | 'HOST_LOST'; host: string; link: string }
  | { kind: 'HOST_REFUSED'; host: string; reason: string; link: string }
  | { kind: 'HOST_PROOF_MISSING'; host: string; record: string; until: string; link: string }
  | { kind: 'TEST' };

export const platform: Templates<PlatformNotification> = {
  en: {
    SECOND_APPROVAL_REQUESTED: {
      subject: 'A change waits for your approval',
      paragraphs: [
        'Another administrator of {brand} asks for a change that needs a second administrator. Look at it, and approve or refuse it within 72 hours:',
        '>{link}',
        'If you do not expect it, ask the author before you approve.',
      ],
      sms: 'A change at {brand} waits for your approval: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'Your change was approved',
      paragraphs: [
        'Another administrator of {brand} has approved the change that you asked for, and it was made.',
        '>{link}',
      ],
      sms: 'Your change at {brand} was approved: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'Your change was refused',
      paragraphs: [
        'Another administrator of {brand} has refused the change that you asked for: {reason}',
        '>{link}',
      ],
      sms: 'Your change at {brand} was refused: {link}',
    },
    REPORT_READY: {
      subject: 'Your report {name} is ready',
      paragraphs: [
        'Your report {name} is ready, with {rows} rows. It can be downloaded for 7 days:',
        '>{link}',
      ],
      sms: 'Your {brand} report {name} is ready: {link}',
    },
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Since {since}. How everything stands:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, still: {title}',
      paragraphs: [
        'It is still so: {title}.',
        '{advice}',
        'Since {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, still: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, over: {title}',
      paragraphs: [
        'This is over: {title}.',
        'It began at {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, over: {title}',
    },
    HOST_IN_FORCE: {
      subject: '{host} carries your brand',
      paragraphs: [
        'The host {host} carries your brand from now on, and links in mail and messages to your users lead to your brand.',
        '>{link}',
      ],
      sms: '{brand}: {host} carries your brand from now on.',
    },
    HOST_REFUSED: {
      subject: 'Your host {host} was refused',
      paragraphs: [
        'The host {host} that you proposed for your brand was refused. The reason given:',
        '{reason}',
        'See your hosts:',
        '>{link}',
      ],
      sms: '{brand}: your host {host} was refused: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'The DNS record of {host} is missing',
      paragraphs: [
        'The DNS record that proves your host {host} is no longer there:',
        '*{record}',
        'Restore it before {until}. After that the host no longer carries your brand. The value is on this page:',
        '>{link}',
      ],
      sms: '{brand}: the DNS record of {host} is missing. Restore it before {until}.',
    },
    HOST_LOST: {
      subject: '{host} no longer carries your brand',
      paragraphs: [
        'The DNS record that proved your host {host} was missing for 14 days, so the host no longer carries your brand. Restore the record and check it here:',
        '>{link}',
      ],
      sms: '{brand}: {host} no longer carries your brand.',
    },
    TEST: {
      subject: 'Test mail from {brand}',
      paragraphs: ['This mail shows that {brand} can send mail.'],
      sms: 'This message shows that {brand} can send.',
    },
  },
  pt: {
    SECOND_APPROVAL_REQUESTED: {
      subject: 'Uma alteração espera pela sua aprovação',
      paragraphs: [
        'Outro administrador de {brand} pede uma alteração que precisa de um segundo administrador. Analise-a, e aprove-a ou recuse-a dentro de 72 horas:',
        '>{link}',
        'Se não a esperava, fale com o autor antes de aprovar.',
      ],
      sms: 'Uma alteracao em {brand} espera pela sua aprovacao: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'A sua alteração foi aprovada',
      paragraphs: [
        'Outro administrador de {brand} aprovou a alteração que pediu, e ela foi feita.',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi aprovada: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'A sua alteração foi recusada',
      paragraphs: [
        'Outro administrador de {brand} recusou a alteração que pediu: {reason}',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi recusada: {link}',
    },
    REPORT_READY: {
      subject: 'O seu relatório {name} está pronto',
      paragraphs: [
        'O seu relatório {name} está pronto, com {rows} linhas. Pode descarregá-lo durante 7 dias:',
        '>{link}',
      ],
      sms: 'O seu relatorio {brand} {name} esta pronto: {link}',
    },
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Desde {since}. Como está tudo:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, ainda: {title}',
      paragraphs: [
        'Ainda é assim: {title}.',
        '{advice}',
        'Desde {since}. Como está tudo:',
        '>{link}',
      ],
      sms: '{brand}, ainda: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, resolvido: {title}',
      paragraphs: ['Está resolvido: {title}.', 'Começou em {since}. Como está tudo:', '>{link}'],
      sms: '{brand}, resolvido: {title}',
    },
    HOST_IN_FORCE: {
      subject: '{host} tem a sua marca',
      paragraphs: [
        'O endereço {host} tem a sua marca a partir de agora, e as ligações nas mensagens aos seus utilizadores levam à sua marca.',
        '>{link}',
      ],
      sms: '{brand}: {host} tem a sua marca a partir de agora.',
    },
    HOST_REFUSED: {
      subject: 'O seu endereço {host} foi recusado',
      paragraphs: [
        'O endereço {host} que propôs para a sua marca foi recusado. O motivo indicado:',
        '{reason}',
        'Veja os seus endereços:',
        '>{link}',
      ],
      sms: '{brand}: o seu host {host} foi recusado: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'Falta o registo DNS de {host}',
      paragraphs: [
        'O registo DNS que comprova o seu endereço {host} já não existe:',
        '*{record}',
        'Reponha-o antes de {until}. Depois disso o endereço deixa de ter a sua marca. O valor está nesta página:',
        '>{link}',
      ],
      sms: '{brand}: falta o registo DNS de {host}. Reponha-o antes de {until}.',
    },
    HOST_LOST: {
      subject: '{host} deixou de ter a sua marca',
      paragraphs: [
        'O registo DNS que comprovava o seu endereço {host} faltou durante 14 dias, por isso o endereço deixou de ter a sua marca. Reponha o registo e verifique-o aqui:',
        '>{link}',
      ],
      sms: '{brand}: {host} deixou de ter a sua marca.',
    },
    TEST: {
      subject: 'E-mail de teste de {brand}',
      paragraphs: ['Este e-mail mostra que {brand} consegue enviar e-mails.'],
      sms: 'Esta mensagem mostra que {brand} consegue enviar.',
    },
  },
};
