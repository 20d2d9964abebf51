import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.pt;

export const messages = {
  errors: {
    NUMBER_REFUSED:
      '{number} não é um número de telemóvel que receba mensagens ({reason}). Escreva-o com o indicativo do país, por exemplo +258841234567.',
    NUMBER_BLOCKED: '{number} está bloqueado nesta plataforma.',
    COUNTRY_NOT_ALLOWED:
      'Esta conta envia para {countries}, não para {country}. Permita primeiro o país em Protecção.',
    RANGE_BLOCKED: 'Os números que começam por {prefix} estão bloqueados.',
    CODES_NOT_ENTERED:
      'Menos de {share} % dos códigos para números que começam por {prefix} foram introduzidos nas últimas 24 horas. Por agora não seguem mais.',
    NUMBER_LIMIT: '{number} recebeu {limit} códigos, que é o máximo. Tente mais tarde.',
    NEW_ACCOUNT_LIMIT:
      'Uma conta nova pode enviar {limit} mensagens em {hours} horas. Envie o resto mais tarde.',
    NUMBER_IN_FLIGHT:
      'Este número está em {count} mensagens ou campanhas que ainda não acabaram. Deixe-as acabar, ou cancele as campanhas, e peça outra vez.',
    NO_CONSENT:
      'As promoções desta conta precisam de um consentimento registado, e {number} não tem nenhum.',
    OPTED_OUT: '{number} pediu para não receber mais mensagens desta conta.',
    SENDER_MISSING: 'Indique o remetente da mensagem.',
    SENDER_NOT_READY: 'O remetente {sender} não está pronto para enviar.',
    SENDER_NOT_REGISTERED:
      'A {operator} ainda não aprovou o remetente {sender}, e nenhum outro o substitui nessa rede.',
    TEXT_EMPTY: 'A mensagem não tem texto.',
    TEXT_TOO_LONG: 'A mensagem teria {segments} partes; o máximo é {limit}.',
    TIME_OUT_OF_BOUNDS: '{field} tem de estar entre {least} e {most} segundos a contar de agora.',
    NO_ROUTE: 'Não há rota para estes números. Fale com quem gere o gateway.',
    NO_RATE: 'Não há tarifa para {region}. Fale com quem gere a sua conta.',
    NO_UNITS:
      'Unidades insuficientes: são precisas {needed} e há {available} disponíveis. Compre unidades e tente novamente.',
    THROUGHPUT: 'Mais de {limit} mensagens por segundo. Envie o resto um segundo depois.',
    QUEUE_FULL: 'Esta conta já tem {limit} mensagens à espera. Envie mais quando tiverem saído.',
    MESSAGES_ALONE:
      'Com messages não se escreve mais nada ao lado: cada mensagem tem os seus campos.',
  },
  fileNames: { sent: 'Mensagens enviadas', received: 'Mensagens recebidas' },
  sent: [
    word.messageId,
    `${word.created} (UTC)`,
    word.destination,
    word.sender,
    word.status,
    word.carrierStatus,
    word.error,
    word.text,
    word.segments,
    word.units,
    word.country,
    word.network,
    word.campaign,
    word.client,
    `${word.submitted} (UTC)`,
    `${word.done} (UTC)`,
    word.carrierMessageId,
    word.unitsHeld,
    word.unitsCharged,
    word.unitsRefunded,
  ],
  received: [
    word.messageId,
    `${word.received} (UTC)`,
    word.source,
    word.recipient,
    word.text,
    word.client,
  ],
  cut: 'Este ficheiro termina ao fim de {most} mensagens. Escolha menos dias para obter as restantes.',
} as const;
