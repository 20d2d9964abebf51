export const unconfirmed = {
  unconfirmed: {
    tabs: { messages: 'Mensagens por confirmar', receipts: 'Confirmações sem mensagem' },
    purposes: {
      messages:
        'Mensagens cuja resposta da operadora se perdeu. Uma confirmação de entrega esclarece-as; senão, expiram e as suas unidades voltam.',
      receipts: 'Confirmações de entrega cujos ids não são de nenhuma mensagem.',
    },
    carrierMessageId: 'Id da operadora',
    status: 'Estado',
    carrierStatus: 'Estado na operadora',
    errorCode: 'Código de erro',
    received: 'Recebida',
    matchAgain: 'Associar de novo',
    matched_one: '{{value}} confirmação associada',
    matched_many: '{{value}} confirmações associadas',
    matched_other: '{{value}} confirmações associadas',
    unmatched_one: '{{value}} continua sem mensagem.',
    unmatched_many: '{{value}} continuam sem mensagem.',
    unmatched_other: '{{value}} continuam sem mensagem.',
    removed_one:
      'Acima de 100.000 por conta na operadora, as mais antigas são removidas: {{value}} até agora.',
    removed_many:
      'Acima de 100.000 por conta na operadora, as mais antigas são removidas: {{value}} até agora.',
    removed_other:
      'Acima de 100.000 por conta na operadora, as mais antigas são removidas: {{value}} até agora.',
    receiptsEmpty: 'Todas as confirmações têm a sua mensagem',
    receiptsEmptyText:
      'Uma confirmação aparece aqui quando nenhuma mensagem submetida tem o seu id.',
    receiptsCauses:
      'Vêm de outro sistema na mesma conta, ou de uma operadora que escreve os ids de outra forma: nesse caso altere “Ids nas confirmações” do conector.',
    phone: 'Telefone',
    client: 'Cliente',
    campaign: 'Campanha',
    sender: 'ID de remetente',
    connector: 'Conector',
    reason: 'Motivo',
    reasons: {
      LINK_LOST: 'A ligação caiu',
      NO_ANSWER: 'A operadora não respondeu',
      ANSWER_UNCLEAR: 'A resposta não foi clara',
      RESTORED: 'Dados repostos de uma cópia de segurança',
    },
    submitted: 'Enviada à operadora',
    giveUp: 'Desiste-se às',
    units: 'Unidades reservadas',
    sendAgainAllowed: 'Pode enviar-se de novo',
    duplicate: 'Sim, e já foi antes',
    possible: 'Sim',
    obstacles: {
      PART_ACCEPTED: 'Não, a operadora tem uma parte dela',
      NOT_VALID: 'Não, a validade passou',
      ENDED: 'Não, já terminou',
    },
    age: 'Idade',
    ages: {
      fiveMinutes: 'Pelo menos 5 minutos',
      quarterHour: 'Pelo menos 15 minutos',
      hour: 'Pelo menos uma hora',
    },
    sendAgain: 'Enviar de novo',
    writeOff: 'Dar como perdida',
    sendAgainTitle_one: 'Enviar {{value}} mensagem de novo?',
    sendAgainTitle_many: 'Enviar {{value}} mensagens de novo?',
    sendAgainTitle_other: 'Enviar {{value}} mensagens de novo?',
    sendAgainPrice: 'Preço: {{units}}, já reservadas: nada mais sai do saldo.',
    sendAgainRisk:
      'Cada uma fica marcada como possível repetição: se a operadora tem a primeira, o telefone recebe-a duas vezes.',
    stays_one: '{{value}} mensagem escolhida não pode ser enviada de novo e fica como está.',
    stays_many: '{{value}} mensagens escolhidas não podem ser enviadas de novo e ficam como estão.',
    stays_other:
      '{{value}} mensagens escolhidas não podem ser enviadas de novo e ficam como estão.',
    nonePossible: 'Nenhuma das mensagens escolhidas pode ser enviada de novo.',
    writeOffTitle_one: 'Dar {{value}} mensagem como perdida?',
    writeOffTitle_many: 'Dar {{value}} mensagens como perdidas?',
    writeOffTitle_other: 'Dar {{value}} mensagens como perdidas?',
    writeOffText_one:
      'Termina como Expirada, e as suas unidades voltam já: {{units}}. Uma confirmação que diga entregue ainda conta mais tarde e não é cobrada.',
    writeOffText_many:
      'Terminam como Expiradas, e as suas unidades voltam já: {{units}}. Uma confirmação que diga entregue ainda conta mais tarde e não é cobrada.',
    writeOffText_other:
      'Terminam como Expiradas, e as suas unidades voltam já: {{units}}. Uma confirmação que diga entregue ainda conta mais tarde e não é cobrada.',
    sentAgain_one: '{{value}} mensagem vai de novo',
    sentAgain_many: '{{value}} mensagens vão de novo',
    sentAgain_other: '{{value}} mensagens vão de novo',
    writtenOff_one: '{{value}} mensagem foi dada como perdida',
    writtenOff_many: '{{value}} mensagens foram dadas como perdidas',
    writtenOff_other: '{{value}} mensagens foram dadas como perdidas',
    skipped_one: '{{value}} foi confirmada ou decidida entretanto.',
    skipped_many: '{{value}} foram confirmadas ou decididas entretanto.',
    skipped_other: '{{value}} foram confirmadas ou decididas entretanto.',
    empty: 'Todas as mensagens estão confirmadas',
    emptyText:
      'Se uma ligação cair antes de a operadora responder, as suas mensagens esperam aqui.',
  },
} as const;
