import { useTranslation } from 'react-i18next';
import { KeyField } from '../KeyField.tsx';
import { InlineCode, Part, Prose } from '../Part.tsx';
import { Boxed } from './Boxed.tsx';
import { GuideTable } from './GuideTable.tsx';

export function Authentication() {
  const { t } = useTranslation();
  return (
    <Part
      id="authentication"
      title={t('apidocs.auth.title')}
      aside={
        <Boxed>
          <KeyField id="api-key" />
        </Boxed>
      }
    >
      <Prose text={t('apidocs.auth.text')} />
      <GuideTable
        label={t('apidocs.auth.scopes')}
        head={[t('apidocs.auth.scope'), t('apidocs.meaning')]}
        rows={(['send', 'read', 'contacts'] as const).map((scope) => [
          <InlineCode key={scope}>{scope}</InlineCode>,
          t(`apidocs.auth.scopeOf.${scope}`),
        ])}
      />
      <Prose text={t('apidocs.auth.more')} />
    </Part>
  );
}
