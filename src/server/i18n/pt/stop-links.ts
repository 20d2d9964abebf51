export const stopLinks = {
  title: 'Parar as mensagens promocionais',
  ask: 'As ofertas e novidades do remetente desta mensagem deixam de chegar ao seu telefone.',
  stop: 'Parar as mensagens',
  stopAll: 'Parar tudo deste remetente',
  stopped: 'Parámos',
  stoppedText:
    'Não recebe mais ofertas nem novidades deste remetente. Uma mensagem que já vai a caminho ainda pode chegar.',
  stoppedAll: 'Parámos tudo',
  stoppedAllText:
    'Não recebe mais nada deste remetente, a não ser códigos que peça. Uma mensagem que já vai a caminho ainda pode chegar.',
  start: 'Receber mensagens outra vez',
  started: 'As mensagens voltaram',
  startedText: 'Volta a receber ofertas e novidades deste remetente.',
  tooMany: 'Espere um momento',
  tooManyText: 'Houve demasiadas tentativas a partir desta ligação. Tente de novo daqui a minutos.',
  language: 'Língua',
  ownName: 'Português',
} as const;
