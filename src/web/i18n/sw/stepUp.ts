import type { stepUp as english } from '../en/stepUp.ts';
import type { Partially } from '../translation.ts';

export const stepUp: Partially<typeof english> = {
  stepUp: {
    title: 'Thibitisha kuwa ni wewe',
    text: 'Hii inalinda akaunti yako na uniti zake. Hutaulizwa tena kwa dakika 5.',
    confirm: 'Thibitisha',
    ways: {
      PASSWORD: 'Tumia nywila yangu badala yake',
      CODE: 'Nitumie msimbo badala yake',
      PASSKEY: 'Tumia ufunguo wa siri badala yake',
      TOTP: 'Tumia programu yangu ya uthibitishaji badala yake',
      RECOVERY_CODE: 'Tumia msimbo wa kurejesha badala yake',
    },
    totpText: 'Andika tarakimu sita kutoka kwenye programu yako ya uthibitishaji.',
    wrongPassword: 'Nywila si sahihi. Jaribu tena.',
    cancelled: 'Hakuna kilichobadilishwa: hukuthibitisha kuwa ni wewe.',
  },
};
