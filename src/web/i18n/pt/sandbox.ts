import type { sandbox as english } from '../en/sandbox.ts';
import type { Translation } from '../translation.ts';

export const sandbox: Translation<typeof english> = {
  sandbox: {
    title: 'Correio e telefones da demonstração',
    text: 'Tudo o que o portal envia por correio ou SMS termina nesta página. Códigos, ligações e campanhas podem ler-se como quem os recebe.',
    toPortal: 'Ir para o portal',
    view: 'O que mostrar',
    mail: 'Correio',
    phone: 'Telefone',
    stale:
      'Os simuladores não respondem neste momento. O que aqui está é o que disseram por último.',
    code: 'Código {{code}}',
    mailbox: {
      address: 'Caixa de correio de',
      hint: 'nome@empresa.com',
      choose: 'Escolha uma caixa de correio',
      chooseText:
        'Escolha de quem é o correio a ler, ou introduza um endereço. O correio novo aparece sozinho.',
      recent: 'Caixas com correio novo',
      wrong: 'Isto não é um endereço de correio electrónico.',
      empty: 'Ainda não há correio',
      emptyText: 'O que for enviado para {{address}} aparece aqui em dois segundos.',
      own: 'O correio vai para um servidor seu',
      ownText:
        'SMTP_URL indica um servidor de correio, por isso a demonstração não guarda o correio.',
      list: 'Correio para {{address}}',
      read: 'Correio',
      from: 'de {{from}}',
      back: 'Todo o correio',
      noSubject: 'Sem assunto',
    },
    handset: {
      number: 'Telefone de',
      hint: '84 123 4567',
      choose: 'Escolha um telefone',
      chooseText: 'Escolha de quem é o telefone a ver, ou introduza um número.',
      recent: 'Telefones com mensagens novas',
      wrong: 'Isto não é um número de telefone.',
      empty: 'Ainda nada chegou. Uma mensagem para este número aparece em dois segundos.',
      name: 'Telefone {{phone}}',
      texts: 'Mensagens',
      waiting: 'Chegaram {{arrived}} de {{parts}} partes',
      data: 'Dados sem texto',
      parts: '{{parts}} partes',
      lost: 'Não chegou ao telefone: {{outcome}}',
      you: 'Escrito neste telefone para {{to}}',
      reply: 'Texto deste telefone',
      replyHint: 'Responder, por exemplo PARAR',
      to: 'Para',
      toHint: 'Remetente ou número curto',
      send: 'Enviar a resposta',
      sent: 'A caminho de {{to}}',
    },
  },
};
