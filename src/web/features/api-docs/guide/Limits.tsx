import { useTranslation } from 'react-i18next';
import { useDocs } from '../docs.ts';
import { Part, Prose } from '../Part.tsx';
import { GuideTable } from './GuideTable.tsx';

export function Limits() {
  const { t, i18n } = useTranslation();
  const limits = useDocs().document['x-limits'];
  return (
    <Part id="limits" title={t('apidocs.limits.title')}>
      <Prose text={t('apidocs.limits.text')} />
      <GuideTable
        label={t('apidocs.limits.title')}
        head={[t('apidocs.limits.what'), t('apidocs.limits.most')]}
        rows={(
          [
            'messagesPerRequest',
            'messagesPerSecond',
            'callsPerSecond',
            'recipientsPerCampaign',
            'bodyMegabytes',
            'pageSize',
          ] as const
        ).map((name) => [t(`apidocs.limits.${name}`), limits[name].toLocaleString(i18n.language)])}
      />
    </Part>
  );
}
