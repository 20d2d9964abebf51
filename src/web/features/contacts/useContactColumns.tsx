import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { type Contact } from '../../../contract/api/contacts.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time } from '../../ui/figures.tsx';
import { Reachability } from './Reachability.tsx';
import { written } from './contactText.ts';

/** The columns of a list of contacts. */
export function useContactColumns(): Column<Contact>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'phone',
      label: t('contacts.phone'),
      onPhone: true,
      cell: ({ phone }) => (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {phone}
        </Box>
      ),
      value: ({ phone }) => phone,
    },
    {
      key: 'email',
      label: t('contacts.email'),
      from: 900,
      maxWidth: 220,
      cell: ({ email }) => email || DASH,
      value: ({ email }) => email,
    },
    {
      key: 'groups',
      label: t('contacts.groups'),
      from: 640,
      maxWidth: 240,
      cell: ({ groups }) => groups.map(({ groupName }) => groupName).join(', ') || DASH,
      value: ({ groups }) => groups.map(({ groupName }) => groupName).join(', '),
    },
    {
      key: 'attributes',
      label: t('contacts.attributes'),
      from: 1100,
      maxWidth: 260,
      cell: ({ attributes }) => written(attributes) || DASH,
      value: ({ attributes }) => written(attributes),
    },
    {
      key: 'state',
      label: t('contacts.state'),
      onPhone: true,
      cell: ({ optedOutTimestamp }) => <Reachability at={optedOutTimestamp} />,
      value: ({ optedOutTimestamp }) =>
        optedOutTimestamp === null ? t('contacts.reachable') : t('contacts.optedOut'),
    },
    {
      key: 'consent',
      label: t('contacts.consent'),
      from: 1280,
      maxWidth: 200,
      cell: ({ consent }) =>
        consent === null ? (
          DASH
        ) : (
          <Tooltip describeChild title={consent.how}>
            <span>{consent.what}</span>
          </Tooltip>
        ),
      value: ({ consent }) => consent?.what ?? '',
    },
    {
      key: 'changed',
      label: t('contacts.changed'),
      figure: true,
      from: 780,
      cell: ({ updateTimestamp }) => <Time at={updateTimestamp} />,
    },
  ];
}
