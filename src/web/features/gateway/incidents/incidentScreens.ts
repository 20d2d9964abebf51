/** The screens of incidents in one script: one leads to the others. */
export { HealingLimits } from './HealingLimits.tsx';
export { IncidentPage } from './IncidentPage.tsx';
export { Incidents } from './Incidents.tsx';
