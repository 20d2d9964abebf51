import type { Texts } from '../en.ts';

export const verifications: Texts['verifications'] = {
  errors: {
    CODE_PLACE_MISSING: 'O texto precisa de #code# uma vez, no lugar do código.',
  },
  rules: {
    COUNTRIES: 'A conta não envia para este país',
    RANGE: 'Estes números estão bloqueados',
    SHARE: 'Poucos dos códigos para estes números foram introduzidos',
    NUMBER: 'Um número recebeu demasiados códigos',
    NEW_ACCOUNT: 'Uma conta nova chegou ao limite das suas mensagens',
  },
  mail: {
    GUARD_REFUSED: {
      subject: '{brand} recusou mensagens para proteger a sua conta',
      paragraphs: [
        'O seu software enviou mensagens ou códigos que foram recusados antes de custarem alguma coisa:',
        '*{rule}',
        'O último número começa por {prefix}. Se não esperava isto, alguém pode estar a usar os seus formulários para enviar mensagens. Veja aqui as regras da sua conta:',
        '>{link}',
      ],
      sms: '{brand} recusou mensagens para proteger a sua conta: {link}',
    },
  },
  text: 'O seu código de #brand# é #code#. É válido por #minutes# minutos. Não o partilhe com ninguém.',
};
