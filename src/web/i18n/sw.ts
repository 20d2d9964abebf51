import type { Words } from './en.ts';
import { approval, campaigns, progress } from './sw/campaigns.ts';
import { charts } from './sw/charts.ts';
import { compose } from './sw/compose.ts';
import { contacts } from './sw/contacts.ts';
import { fromFile } from './sw/fromFile.ts';
import { lists } from './sw/lists.ts';
import { messages } from './sw/messages.ts';
import { first } from './sw/pre-login.ts';
import { shell } from './sw/shell.ts';
import { states } from './sw/states.ts';
import { stepUp } from './sw/stepUp.ts';
import { templates } from './sw/templates.ts';
import type { Partially } from './translation.ts';

/** Swahili has sign-in, shell, sending, campaigns, templates and what lists and charts share; English fills the rest, and only the settings offer it. */
export const sw: Partially<Words> = {
  ...first,
  ...shell,
  ...states,
  ...compose,
  ...fromFile,
  ...campaigns,
  ...approval,
  ...progress,
  ...templates,
  ...lists,
  ...charts,
  ...stepUp,
  ...messages,
  ...contacts,
  dashboard: { seeAll: 'Ona kampeni zote' },
  platform: { elsewhere: 'Kwingine kote' },
};
