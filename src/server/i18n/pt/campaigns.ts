import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.pt;

export const campaigns = {
  errors: {
    NO_RECIPIENTS: 'Nenhum número desta lista pode receber mensagens.',
    UNKNOWN_PLACEHOLDER:
      'Não há valor para o marcador "{name}", pela primeira vez na linha {row}. Pode usar: {columns}.',
    TOO_MANY_TYPED:
      'São {count} números; numa campanha podem escrever-se ou colar-se no máximo {limit}. Envie os restantes a partir de um ficheiro ou para um grupo.',
    TEXT_OR_TEMPLATE: 'Indique um texto ou um modelo, só um dos dois.',
    OWN_PHONE_MISSING:
      'Indique primeiro o seu telefone nas definições: é para lá que vai a mensagem de teste.',
    NOBODY_CHOSEN: 'Escolha pelo menos um número, grupo ou contacto.',
    FILE_REFUSED: '{reason}',
    UPLOAD_GONE:
      'Este ficheiro já não está aqui. Os ficheiros não enviados são apagados após 24 horas: carregue-o novamente.',
    NO_SUMMARY: 'A campanha não tem resumo ou é inválida',
    PREVIEW_FAILED:
      'Não foi possível carregar a pré-visualização. Verifique o conteúdo do ficheiro carregado',
    DAILY_LIMIT:
      'Seriam {wanted} mensagens, e hoje restam {left}: a conta pode enviar {limit} por dia, e {used} já foram aceites desde a meia-noite UTC. Envie a menos pessoas, escolha uma hora depois da meia-noite UTC, ou peça um limite mais alto a quem gere a conta.',
    UNAPPROVED_LIMIT:
      'Os textos desta conta precisam de aprovação, e esta conta e as que partilham o seu limite já o atingiram: {limit} mensagens sem aprovação em 24 horas, ou {limit} textos à espera dela. Envie o texto como campanha para ser aprovado e depois envie de novo.',
    TEXT_DECLINED:
      'Este texto foi recusado por um aprovador há menos de 24 horas. Altere-o ou pergunte o motivo.',
    OUTSIDE_WINDOW:
      'Com este remetente não se pode enviar nada para {countries} a essa hora. Poderá enviar a partir de {opens}.',
    FOUR_EYES:
      'Outra pessoa tem de decidir sobre isto: é seu, participou nele, ou a sua própria conta precisa de aprovação.',
    HELD_BACK:
      'Os dados foram repostos a partir de uma cópia de segurança, e esta campanha é anterior: pode já ter sido enviada. Está suspensa até que um administrador a liberte.',
  },
  atOnce: 'assim que for aprovada',
  mail: {
    APPROVAL_REQUESTED: {
      subject: '{client} pede a sua aprovação: {name}',
      paragraphs: [
        '{client} submeteu a campanha {name} à sua aprovação: {messages} mensagens por {units} unidades, com envio {when}. Nada é enviado antes da sua decisão. O texto:',
        '{text}',
        'Aprove ou recuse aqui:',
        '>{link}',
      ],
      sms: '{brand}: {client} pede a sua aprovacao: "{excerpt}", {messages} mensagens, {units} unidades, envio {when}. {link}',
    },
    APPROVAL_REMINDED: {
      subject: 'Ainda à espera da sua aprovação: {name}',
      paragraphs: [
        'A campanha {name} de {client} continua à espera da sua aprovação: {messages} mensagens por {units} unidades, com envio {when}. Nada é enviado antes da sua decisão. O texto:',
        '{text}',
        'Aprove ou recuse aqui:',
        '>{link}',
      ],
      sms: '{brand}: ainda a espera da sua aprovacao: {client}, "{excerpt}", {messages} mensagens, {units} unidades, envio {when}. {link}',
    },
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
        'Faça uma cópia, mude o que é pedido e submeta-a novamente:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} foi recusada: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A sua campanha {name} não foi enviada à hora marcada. Envie-a agora, mude a hora ou cancele-a:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} nao foi enviada a hora marcada e espera por si.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A sua campanha {name} é maior do que aquilo que a sua conta ainda pode enviar hoje, por isso não foi enviada. Marque-a para outro dia, envie-a a menos pessoas ou peça um limite diário mais alto a quem gere a sua conta:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} atingiu o limite diario e espera por si.',
    },
    CAMPAIGN_NEEDS_APPROVAL: {
      subject: 'A sua campanha {name} precisa de aprovação',
      paragraphs: [
        'A sua campanha {name} foi enviada antes de precisar de aprovação e agora precisa dela. Um aprovador decide sobre ela; ainda nada foi enviado nem cobrado. Mantém a hora marcada. Acompanhe-a aqui:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} ({brand}) precisa agora de aprovação; um aprovador decide.',
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
  columns: [
    word.messageId,
    word.destination,
    word.text,
    word.status,
    word.carrierStatus,
    word.error,
    word.segments,
    word.units,
    word.country,
    word.network,
    `${word.submitted} (UTC)`,
    `${word.done} (UTC)`,
    word.unitsHeld,
    word.unitsCharged,
    word.unitsRefunded,
  ],
  refused: {
    ROW: 'Linha',
    VALUE: 'Valor',
    REASON: 'Motivo',
    COUNTRY_NOT_ALLOWED: 'Esta conta não envia para este país. Permita-o em Definições, Protecção.',
    RANGE_BLOCKED: 'Os números que começam como este estão bloqueados.',
    NEW_ACCOUNT_LIMIT: 'É mais do que uma conta nova pode enviar por agora.',
    NO_CONSENT: 'Não há consentimento registado desta pessoa.',
    SENDER_NOT_REGISTERED: 'A operadora deste número não aprovou o remetente.',
    OPTED_OUT: 'Esta pessoa pediu para não receber as suas mensagens.',
    BLOCKED: 'Ninguém pode enviar para este número.',
    NO_RATE: 'Não há tarifa para este país.',
    EMPTY_TEXT: 'A mensagem desta linha não tem texto.',
    TEXT_TOO_LONG: 'A mensagem desta linha é demasiado longa.',
    NO_VALUE: 'O texto pede #{name}# e nada se sabe para esta pessoa.',
  },
} as const;
