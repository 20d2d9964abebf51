import type { Templates } from './template.ts';

/** The request for a sender ID, step by step. */
export type SenderNotification =
  | {
      kind: 'SENDER_DOCUMENT_REJECTED';
      name: string;
      document: string;
      reason: string;
      link: string;
    }
  | { kind: 'SENDER_REJECTED' | 'SENDER_BLOCKED'; name: string; reason: string; link: string }
  | { kind: 'SENDER_FEE_DUE'; name: string; fee: string; link: string }
  | { kind: 'SENDER_APPROVED'; name: string; days: string; link: string }
  | {
      kind: 'SENDER_DOCUMENTS_APPROVED' | 'SENDER_READY' | 'SENDER_UNBLOCKED';
      name: string;
      link: string;
    };

export const senders: Templates<SenderNotification> = {
  en: {
    SENDER_DOCUMENT_REJECTED: {
      subject: 'A document of your sender ID {name} was rejected',
      paragraphs: [
        'We looked at the documents of your sender ID {name}. This one was rejected: {document}. The reason given:',
        '{reason}',
        'Upload another in its place; the rest of your request stays as it is:',
        '>{link}',
      ],
      sms: '{brand}: {document} of your sender ID {name} was rejected: {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'The documents of your sender ID {name} are approved',
      paragraphs: [
        'All documents of your sender ID {name} are approved. We look at the request as a whole now, and write to you again:',
        '>{link}',
      ],
      sms: '{brand}: the documents of your sender ID {name} are approved.',
    },
    SENDER_FEE_DUE: {
      subject: 'Your sender ID {name} waits for its fee',
      paragraphs: [
        'All documents of your sender ID {name} are approved. Its fee is',
        '*{fee}',
        'Pay it by mobile money, and we go on:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} waits for its fee of {fee}. Pay it here: {link}',
    },
    SENDER_APPROVED: {
      subject: 'Your sender ID {name} was approved',
      paragraphs: [
        'Your sender ID {name} was approved, and we have asked the operators to set it up. That takes {days} working days as a rule. We write to you when you can send with it:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was approved. Operators take {days} working days to set it up.',
    },
    SENDER_REJECTED: {
      subject: 'Your sender ID {name} was rejected',
      paragraphs: [
        'Your request for the sender ID {name} was rejected. The reason given:',
        '{reason}',
        'You can ask for another, or for this one again once that is settled:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was rejected: {reason}',
    },
    SENDER_READY: {
      subject: 'You can send with {name}',
      paragraphs: [
        'Your sender ID {name} is ready for sending. Choose it when you write your next campaign:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending.',
    },
    SENDER_BLOCKED: {
      subject: 'Your sender ID {name} was blocked',
      paragraphs: [
        'Nothing more is sent with your sender ID {name}. Campaigns that were on their way have stopped, and the units of what was not sent come back. The reason given:',
        '{reason}',
        'Ask whoever manages your account about it:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was blocked: {reason}',
    },
    SENDER_UNBLOCKED: {
      subject: 'You can send with {name} again',
      paragraphs: [
        'Your sender ID {name} is ready for sending again. Campaigns that were stopped stay stopped: make a copy of one to send it.',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending again.',
    },
  },
  pt: {
    SENDER_DOCUMENT_REJECTED: {
      subject: 'Um documento do seu remetente {name} foi rejeitado',
      paragraphs: [
        'Vimos os documentos do seu remetente {name}. Este foi rejeitado: {document}. O motivo indicado:',
        '{reason}',
        'Carregue outro em seu lugar; o resto do pedido fica como está:',
        '>{link}',
      ],
      sms: '{brand}: {document} do seu remetente {name}: rejeitado. {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'Os documentos do seu remetente {name} estão aprovados',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. Vemos agora o pedido no seu todo e voltamos a escrever-lhe:',
        '>{link}',
      ],
      sms: '{brand}: os documentos do seu remetente {name} foram aprovados.',
    },
    SENDER_FEE_DUE: {
      subject: 'O seu remetente {name} espera pela taxa',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. A taxa é de',
        '*{fee}',
        'Pague-a por dinheiro móvel e continuamos:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} espera pela taxa de {fee}. Pague aqui: {link}',
    },
    SENDER_APPROVED: {
      subject: 'O seu remetente {name} foi aprovado',
      paragraphs: [
        'O seu remetente {name} foi aprovado e pedimos aos operadores que o configurem. Em regra demora {days} dias úteis. Escrevemos-lhe quando puder enviar com ele:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi aprovado. Os operadores demoram {days} dias a configura-lo.',
    },
    SENDER_REJECTED: {
      subject: 'O seu remetente {name} foi rejeitado',
      paragraphs: [
        'O seu pedido do remetente {name} foi rejeitado. O motivo indicado:',
        '{reason}',
        'Pode pedir outro, ou este de novo depois de resolvido:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi rejeitado: {reason}',
    },
    SENDER_READY: {
      subject: 'Já pode enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está pronto para envio. Escolha-o quando escrever a próxima campanha:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta pronto para envio.',
    },
    SENDER_BLOCKED: {
      subject: 'O seu remetente {name} foi bloqueado',
      paragraphs: [
        'Nada mais é enviado com o seu remetente {name}. As campanhas em curso pararam, e as unidades do que não foi enviado são devolvidas. O motivo indicado:',
        '{reason}',
        'Fale com quem gere a sua conta:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi bloqueado: {reason}',
    },
    SENDER_UNBLOCKED: {
      subject: 'Já pode voltar a enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está de novo pronto para envio. As campanhas que pararam continuam paradas: faça uma cópia de uma para a enviar.',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta de novo pronto para envio.',
    },
  },
};
