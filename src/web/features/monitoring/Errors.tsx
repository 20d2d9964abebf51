import { useTranslation } from 'react-i18next';
import { CarrierErrors } from '../../parts/carrier-errors/CarrierErrors.tsx';
import { StatusFrame } from '../../parts/monitoring/StatusFrame.tsx';

/** Refusals and failures of all carriers. */
export function Errors() {
  const { t } = useTranslation();
  return (
    <StatusFrame tab="errors" purpose={t('carrierErrors.purpose')}>
      <CarrierErrors />
    </StatusFrame>
  );
}
