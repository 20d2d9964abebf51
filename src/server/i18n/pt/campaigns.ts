export const campaigns = {
  errors: {
    NO_RECIPIENTS: 'Nenhum número desta lista pode receber mensagens.',
    UNKNOWN_PLACEHOLDER:
      'Nada se sabe para o marcador "{name}", pela primeira vez na linha {row}. Aqui pode usar: {columns}.',
    TOO_MANY_TYPED:
      'São {count} números; numa campanha podem escrever-se ou colar-se no máximo {limit}. Envie os restantes a partir de um ficheiro ou para um grupo.',
    TEXT_OR_TEMPLATE: 'Indique um texto ou um modelo, só um dos dois.',
    NOBODY_CHOSEN: 'Escolha pelo menos um número, grupo ou contacto.',
    FILE_REFUSED: '{reason}',
    UPLOAD_GONE:
      'Este ficheiro já não está aqui. Os ficheiros não enviados são apagados após 24 horas: carregue-o novamente.',
    NO_SUMMARY: 'A campanha não tem resumo ou é inválida',
    PREVIEW_FAILED:
      'Não foi possível carregar a pré-visualização. Verifique o conteúdo do ficheiro carregado',
    DAILY_LIMIT:
      'Seriam {wanted} mensagens, e hoje restam {left}: a conta pode enviar {limit} por dia, e {used} já foram aceites desde a meia-noite UTC. Envie a menos pessoas, escolha uma hora depois da meia-noite UTC, ou peça um limite mais alto a quem gere a conta.',
    OUTSIDE_WINDOW:
      'Com este remetente não se pode enviar nada para {countries} a essa hora. Poderá enviar a partir de {opens}.',
    FOUR_EYES: 'Outra pessoa tem de decidir sobre isto: é seu, ou participou nele.',
    HELD_BACK:
      'Os dados foram repostos a partir de uma cópia de segurança, e esta campanha é anterior: pode já ter sido enviada. Espera até que um administrador a veja.',
  },
  mail: {
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
  columns: [
    'ID da mensagem',
    'Telefone',
    'Texto',
    'Estado',
    'Estado da operadora',
    'Erro',
    'Segmentos',
    'Unidades',
    'País',
    'Rede',
    'Entregue à operadora',
    'Fim',
  ],
  refused: {
    ROW: 'Linha',
    VALUE: 'Valor',
    REASON: 'Motivo',
    OPTED_OUT: 'Esta pessoa pediu para não receber as suas mensagens.',
    BLOCKED: 'Ninguém pode enviar para este número.',
    NO_RATE: 'Não há tarifa para este país.',
    EMPTY_TEXT: 'A mensagem desta linha não tem texto.',
    TEXT_TOO_LONG: 'A mensagem desta linha é demasiado longa.',
    NO_VALUE: 'O texto pede #{name}# e nada se sabe para esta pessoa.',
  },
} as const;
