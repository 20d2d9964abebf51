import { useTranslation } from 'react-i18next';
import type { Incident, IncidentStatus as Status } from '../../../../contract/api/healing.ts';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';

/** Open ones have the tone that lists and connectors give them; the words say how far each is. */
const TONES: Readonly<Record<Status, Tone>> = {
  NOTICED: 'warning',
  RELIEVED: 'warning',
  RETURNING: 'warning',
  ENDED: 'neutral',
};

/** How far an incident is, and whether a person keeps it so. */
export function IncidentStatus({ incident: { status, isKept } }: { incident: Incident }) {
  const { t } = useTranslation();
  return (
    <ToneChip data-tone={TONES[status]}>
      <span>{t(isKept ? 'incidents.kept' : `incidents.statuses.${status}`)}</span>
    </ToneChip>
  );
}
