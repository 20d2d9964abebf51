export const monitoring = {
  mail: {
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Desde {since}. Estado do sistema:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, ainda: {title}',
      paragraphs: [
        'Ainda é assim: {title}.',
        '{advice}',
        'Desde {since}. Estado do sistema:',
        '>{link}',
      ],
      sms: '{brand}, ainda: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, resolvido: {title}',
      paragraphs: ['Está resolvido: {title}.', 'Começou em {since}. Estado do sistema:', '>{link}'],
      sms: '{brand}, resolvido: {title}',
    },
    TEST: {
      subject: 'E-mail de teste de {brand}',
      paragraphs: ['Este e-mail mostra que {brand} consegue enviar e-mails.'],
      sms: 'Esta mensagem mostra que {brand} consegue enviar.',
    },
  },
  noneStarted: 'Nenhum processo {subject} arrancou',
  ofNetwork: 'para {network}',
  alerts: {
    CONNECTOR_DOWN: {
      title: 'O conector {subject} não está ligado há {minutes} minutos',
      advice:
        'A sua página diz porque falhou a última tentativa. As mensagens que nenhuma outra rota leva esperam na fila.',
    },
    QUEUE_OLD: {
      title: 'A mensagem mais antiga espera há {minutes} minutos',
      advice:
        'Esperam {queued} mensagens. Veja se os conectores estão ligados e se o que é entregue não excede o que eles levam.',
    },
    RECEIPTS_MISSING: {
      title: 'O conector {subject} traz poucas confirmações de entrega',
      advice:
        'Aceitou {taken} partes de mensagens{ofNetwork} numa hora e trouxe {receipts} confirmações de entrega. Pergunte à operadora; até lá as mensagens ficam como "submetidas".',
    },
    REFUSALS_HIGH: {
      title: 'O conector {subject} recusa demasiadas mensagens',
      advice:
        'A operadora recusou {refused} de {answers} partes de mensagens em 20 minutos, a maioria com {code}. Os erros na página do estado levam às mensagens. Pergunte à operadora, ou mude o tráfego para outro conector.',
    },
    THROTTLED: {
      title: 'A operadora do conector {subject} limita o débito',
      advice:
        'Pediu menos débito para {throttled} de {answers} partes de mensagens em dois minutos. São submetidas de novo mais tarde. Baixe submit_throughput do conector, peça à operadora um débito maior, ou divida o tráfego com outro conector.',
    },
    DELIVERY_LOW: {
      title: 'O conector {subject} entrega menos do que é habitual',
      advice:
        'Das {receipts} partes recentes para {network}, {delivered}% foram entregues a tempo; o habitual é {usual}%. Os incidentes na página do estado dizem o que passou a outros conectores, e os erros porquê. Contacte a operadora.',
    },
    RECEIPTS_UNMATCHED: {
      title:
        'Os ids de {unmatched} confirmações de entrega do conector {subject} não são de nenhuma mensagem',
      advice:
        'Veja dlr_msgid, "Ids nas confirmações", nas suas definições e recarregue: as confirmações associam-se de novo por si. "Confirmações sem mensagem" lista-as com os ids como a operadora os escreveu.',
    },
    OUTBOX_STUCK: {
      title: 'O que devia sair como {subject} está vencido há {minutes} minutos',
      advice: 'Esperam {waiting}. Veja o worker e o seu registo.',
    },
    PAYMENTS_SILENT: {
      title: 'Um pagamento está por confirmar há {minutes} minutos',
      advice:
        'Esperam {payments} pagamentos. Veja se o fornecedor alcança o endereço de retorno e se responde quando se lhe pergunta.',
    },
    LEDGER_UNBALANCED: {
      title: 'As contas não conferem',
      advice:
        'Execute "npm run ledger:check" para ver o que foi encontrado, e não mude nada antes de saber.',
    },
    AUDIT_BROKEN: {
      title: 'O registo de auditoria foi alterado fora do produto',
      advice:
        'Execute "npm run audit:check" para ver que entrada já não confere, guarde uma cópia da base de dados e apure quem teve acesso a ela.',
    },
    DISK_LOW: {
      title: 'Só {percent} do disco está livre',
      advice:
        'Quando estiver cheio nada mais é aceite. Liberte espaço, encurte o que se guarda ou dê-lhe um disco maior.',
    },
    BACKUP_OLD: {
      title: 'A última cópia de segurança completa tem {hours} horas',
      advice: 'Faça uma à mão e veja porque não foi feita a habitual.',
    },
    PROCESS_SILENT: {
      title: 'O processo {subject} está em silêncio',
      advice:
        'Não comunica há {seconds} segundos. Veja se está a correr e se alcança a base de dados.',
    },
    SALE_BELOW_COST: {
      title: 'Há mensagens vendidas abaixo do custo',
      advice:
        'Preços abaixo do custo: {prices}, clientes: {clients}, entre eles {example}. Compare-os, no ecrã das tarifas, com o preço do vendedor e com o custo do conector; depois suba o preço ou mude a rota. O registo de auditoria mostra quem o definiu.',
    },
    TEST: {
      title: 'Um alerta de teste',
      advice: 'Alguém o pediu na página de estado. Nada está errado.',
    },
  },
} as const;
