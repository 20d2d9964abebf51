export const reports = {
  errors: {
    REPORT_NOT_READY: 'Este relatório ainda não está pronto, ou não pôde ser feito.',
    REPORT_TOO_LONG:
      'Este relatório teria mais de {limit} linhas, ou mais de 2 GB. Escolha menos dias ou restrinja-o com um filtro.',
    REPORT_STOPPED: 'Foi parado antes de estar pronto.',
    TOO_MANY_REPORTS:
      'Já guarda {limit} relatórios. Apague alguns de que não precise e volte a pedi-lo.',
    REPORT_COLUMN: 'Um relatório deste tipo não tem a coluna "{value}".',
    REPORT_TWICE: 'A coluna "{value}" aparece duas vezes.',
    REPORT_FIGURE: 'Escolha pelo menos um número, como o de mensagens.',
    REPORT_FILTER: 'Um relatório deste tipo não se restringe por "{value}".',
    REPORT_CAMPAIGN: 'Escolha a campanha cujas mensagens quer.',
    REPORT_RANGE: 'O fim não pode ser antes do início.',
    REPORT_DATES:
      'Um relatório programado cobre o último dia, semana ou mês completo, por isso não leva datas.',
  },
  mail: {
    REPORT_READY: {
      subject: 'O seu relatório {name} está pronto',
      paragraphs: [
        'O seu relatório {name} está pronto, com {rows} linhas. Pode descarregá-lo durante 7 dias:',
        '>{link}',
      ],
      sms: 'O seu relatorio {brand} {name} esta pronto: {link}',
    },
  },
} as const;
