import type { stepUp as english } from '../en/stepUp.ts';
import type { Translation } from '../translation.ts';

export const stepUp: Translation<typeof english> = {
  stepUp: {
    title: 'Confirme a sua identidade',
    text: 'Isto protege a sua conta e as suas unidades. Não voltamos a perguntar durante 5 minutos.',
    confirm: 'Confirmar',
    ways: {
      PASSWORD: 'Usar antes a palavra-passe',
      CODE: 'Enviar-me antes um código',
      PASSKEY: 'Usar antes uma chave de acesso',
      TOTP: 'Usar antes a aplicação de autenticação',
      RECOVERY_CODE: 'Usar antes um código de recuperação',
    },
    totpText: 'Escreva os seis algarismos que a aplicação de autenticação mostra.',
    wrongPassword: 'Palavra-passe incorrecta. Tente novamente.',
    cancelled: 'Nada foi alterado: não confirmou a sua identidade.',
  },
};
