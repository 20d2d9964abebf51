/** The screens of incidents in one script: one leads to the others. */
export { HealingLimits } from './incidents/HealingLimits.tsx';
export { IncidentPage } from './incidents/IncidentPage.tsx';
export { Incidents } from './incidents/Incidents.tsx';
