import type { Words } from './en.ts';
import { approval, campaigns, progress } from './sw/campaigns.ts';
import { compose } from './sw/compose.ts';
import { fromFile } from './sw/fromFile.ts';
import { first } from './sw/pre-login.ts';
import { shell } from './sw/shell.ts';
import { states } from './sw/states.ts';
import { templates } from './sw/templates.ts';
import type { Partially } from './translation.ts';

/** Swahili has sign-in, shell, sending, campaigns and templates; English fills the rest, and only the settings offer it. */
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
  units_one: 'uniti {{value}}',
  units_other: 'uniti {{value}}',
  segments_one: 'sehemu {{value}}',
  segments_other: 'sehemu {{value}}',
  rows_one: 'safu mlalo {{value}}',
  rows_other: 'safu mlalo {{value}}',
};
