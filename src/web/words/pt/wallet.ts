import type { wallet as english } from '../en/wallet.ts';
import type { Translation } from '../translation.ts';

export const wallet: Translation<typeof english> = {
  wallet: {
    title: 'Transacções', purpose: 'Tudo o que moveu as suas unidades. Saldo: {{balance}}.', buy: 'Comprar unidades', export: 'Exportar', ref: 'Referência', type: 'Tipo', client: 'Cliente', about: 'O quê', units: 'Unidades', before: 'Saldo antes', after: 'Saldo depois', amount: 'Valor', status: 'Estado', when: 'Quando', phone: 'Telefone', receipt: 'Recibo', note: 'Nota', balance: 'Saldo', currency: 'Moeda', unitPrice: 'Preço de uma unidade',
    types: { PURCHASE: 'Compra', TRANSFER_IN: 'Transferência recebida', TRANSFER_OUT: 'Transferência feita', REFUND: 'Devolução', CHARGE: 'Débito', ADJUSTMENT: 'Acerto' },
    purposes: { UNITS: 'Unidades', SENDER_FEE: 'Taxa de um remetente' },
    empty: 'Ainda nada se moveu', emptyText: 'Compras, campanhas, devoluções e transferências aparecem aqui com o saldo a que cada uma levou.', ownRates: 'Quanto custa uma parte de mensagem', ratesFailed: 'Não foi possível carregar as tarifas', noRates: 'Ainda não foi definido nenhum preço.',
    topUp: {
      title: 'Comprar SMS', purpose: 'Indique as unidades ou o valor; o outro é calculado. Confirma no telefone com o seu PIN.', failed: 'Não foi possível carregar o preço', noPrice: 'Ainda ninguém definiu um preço para o seu país. Fale com quem gere a sua conta.', noProvider: 'Ainda não se recebem aqui pagamentos em {{currency}}. Peça uma transferência a quem gere a sua conta.',
      units: 'Unidades', unitPrice: '{{price}} por unidade', amount: 'Valor', amountHelp: 'Valores inteiros; as unidades são arredondadas para baixo.', phone: 'Número de dinheiro móvel', phoneHelp: 'O telefone a que se pede o PIN.', unitsWrong: 'Indique um número acima de 0 com quatro casas decimais no máximo.', amountWrong: 'Indique um valor inteiro acima de 0.', bounds: 'Um pagamento pode ir de {{least}} a {{most}}.', phoneMissing: 'Indique o número que paga.',
      youGet: 'Recebe', balanceAfter: 'Saldo depois', lasts: 'Dura cerca de', days_one: '{{value}} dia ao seu ritmo habitual', days_many: '{{value}} dias ao seu ritmo habitual', days_other: '{{value}} dias ao seu ritmo habitual', soldBy: 'Vendido por', pay: 'Pagar', payAmount: 'Pagar {{amount}}', next: 'A seguir, o seu telefone pede o PIN. Nada é pago antes de o introduzir.',
      sent: 'O pedido de pagamento foi enviado',
    },
    reminder: { button: 'Lembrar-me', title: 'Lembrar-me de carregar', when: 'Quando', help: 'Por e-mail, de manhã (UTC).', never: 'Nunca', week: 'Todas as segundas-feiras', month: 'No primeiro dia de cada mês', unitsHelp: 'Preenchidas quando seguir a ligação.', save: 'Guardar', saved: 'O seu lembrete está guardado' },
    payment: {
      title: 'Pagamento', notFound: 'Não existe tal pagamento', sync: 'Verificar agora', paid: '{{amount}} recebidos', credited: '{{units}} estão na sua carteira.', feePaid: 'A taxa está paga.', notPaid: 'O pagamento não se realizou', again: 'Tentar de novo', receipt: 'Recibo (PDF)',
    },
    steps: { NEW: 'Ainda não enviado', ASKING: 'A contactar o seu telefone', ON_PHONE: 'À espera do seu PIN', UNANSWERED: 'À espera de notícias', CONFIRMING: 'A confirmar o pagamento', ENDED: 'Concluído' },
    stepTexts: {
      NEW: 'O pedido não foi enviado. Comece de novo; nada é pago duas vezes.', ASKING: 'O pedido vai a caminho de {{phone}}.', ON_PHONE: 'Veja {{phone}}, introduza o PIN do dinheiro móvel e depois confirme a transacção. Esta página acompanha-a.', UNANSWERED: 'O operador ainda não respondeu. Não pague outra vez: se {{phone}} pedir o PIN, introduza-o; esta página acompanha.',
      CONFIRMING: 'O operador respondeu. Pedimos-lhe que confirme antes de creditar as unidades.', ENDED: 'Terminou.',
    },
    reasons: {
      CANCELLED_BY_PAYER: 'Foi cancelado no telefone. Nada foi pago.', WRONG_PIN: 'O PIN estava errado. Nada foi pago; tente de novo com o certo.', NO_MONEY: 'Não há dinheiro suficiente nesse número. Nada foi pago.', NO_ANSWER: 'Ninguém respondeu no telefone. Nada foi pago; tenha-o à mão e tente de novo.', TIMED_OUT: 'O pedido expirou no telefone. Nada foi pago.', LIMIT_REACHED: 'O número atingiu o limite de hoje. Nada foi pago.',
      PHONE_BUSY: 'O telefone tem outra transacção aberta. Espere um minuto e tente de novo.', NOT_ALLOWED: 'Este número não pode fazer o pagamento. Fale com o operador de dinheiro móvel.', PROVIDER_REFUSED: 'O operador não aceitou o pedido. Nada foi pago; tente de novo daqui a um minuto.', PROVIDER_ERROR: 'O operador teve uma falha. Nada foi creditado; se saiu dinheiro, é creditado assim que o operador o disser.', NO_WORD: 'Nada se soube do operador. Se saiu dinheiro, diga-nos a referência.', NEVER_ASKED: 'O pedido nunca foi enviado.', WRONG_AMOUNT: 'Foi pago um valor diferente do pedido.',
    },
    statement: { button: 'Extracto', title: 'Extracto de um mês', month: 'Mês', help: 'Com saldo inicial e final; os meses são em UTC.', download: 'Descarregar PDF' },
    transfer: { button: 'Transferir', title: 'Transferir unidades', to: 'Para', clientMissing: 'Escolha quem as recebe.', available: 'Tem {{balance}}.', noteHelp: 'Ambos os lados a vêem.', confirmTitle: 'Transferir {{units}} para {{name}}?', give: 'Transferir {{units}}', done: '{{units}} transferidas. Restam {{after}}.' },
    rates: {
      title: 'Tarifas de SMS', purpose: 'Quanto custa a {{name}} uma parte de mensagem.', add: 'Acrescentar região', change: 'Alterar', makeOwn: 'Definir um preço próprio', changeTitle: 'Preço de {{name}}', becomesOwn: 'Este preço é herdado. Ao guardar, passa a ser do próprio cliente.', save: 'Guardar preço', saved: 'O preço está guardado', prefixesHelp: 'Sem o mais, separados por vírgulas; ganha o mais longo que se ajusta ao número.', from: 'A partir de', fromHelp: 'No seu fuso horário. Vazio: de imediato. As campanhas já orçamentadas mantêm o preço.', fromPast: 'Escolha uma hora que ainda está por vir.', since: 'Desde', next: 'Próximo', ownPrice: 'Paga', margin: 'Margem',
      wrong: { regionName: 'Dê um nome à região.', regionFilters: 'Indique um ou mais prefixos, como 258.', costPrice: 'Indique um preço acima de 0 com quatro casas decimais no máximo.', currency: 'Indique uma moeda de três letras, como MZN.' },
      remove: 'Remover preço próprio', removeTitle: 'Remover o preço de {{name}}?', removeText: 'O cliente volta já a pagar o que herda.', removed: 'O preço foi removido', empty: 'Ainda não há preços', emptyText: 'Sem preço nada pode ser enviado para uma região.',
      import: 'Importar', importTitle: 'Importar preços para {{name}}', drop: 'Largue aqui uma lista de preços', dropHelp: 'Um CSV com as colunas região, prefixos, preço e moeda; até 1.000 linhas e 1 MB.', problems_one: '{{value}} linha tem um erro e fica de fora', problems_many: '{{value}} linhas têm um erro e ficam de fora', problems_other: '{{value}} linhas têm um erro e ficam de fora', problem: 'Linha {{line}}, {{field}}: {{message}}', nothingChanges: 'Todos os preços já estão como na lista.', changes: 'O que muda', now: 'Agora', later: 'Depois', new: 'novo', apply_one: 'Definir {{value}} preço', apply_many: 'Definir {{value}} preços', apply_other: 'Definir {{value}} preços', imported: 'Os preços estão definidos',
    },
    truth: {
      title: 'Pagamentos', purpose: 'Todos os pagamentos, com tudo o que se perguntou ao operador e dele se ouviu.', one: 'Pagamento {{ref}}', search: 'Procurar pagamentos', searchHint: 'Referência, recibo ou telefone', empty: 'Ainda não há pagamentos', emptyText: 'Cada tentativa de pagar aparece aqui, qualquer que seja o seu fim.', proveNow: 'Provar agora', balanced: 'As contas batem certo: cada movimento soma zero e cada saldo é a soma das suas entradas.', unbalanced: 'As contas não batem certo (abaixo do mínimo / desvio / desequilíbrio / cativos / reservas / excesso: {{faults}}).',
      orphans: 'Respostas que não pertencem a nenhum pagamento', noReceipt: 'sem recibo', claim: 'Reclamar', claimTitle: 'Reclamar {{receipt}}', claimRef: 'Referência do pagamento', claimHelp: 'Como TU00001A. As unidades são creditadas quando o operador confirmar.', claimed: 'Confirmado e creditado', claimAsked: 'Reclamado; pede-se ao operador que confirme',
      events: 'Perguntado e ouvido', noEvents: 'Ainda nada se perguntou.', entries: 'Entradas do livro', noEntries: 'Nada foi movido.', account: 'Conta',
      kinds: { PUSH: 'Pedido enviado', PUSH_ANSWER: 'Resposta ao pedido', CALLBACK: 'Chamada de resposta', MISMATCH: 'Resposta que não se ajusta', ORPHAN: 'Sem dono', ASK: 'Perguntado o que se passou', CLAIMED: 'Reclamado', CREDITED: 'Creditado', RELEASED: 'Reserva devolvida' },
    },
  },
};
