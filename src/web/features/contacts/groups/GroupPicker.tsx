import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { useSearch } from '../../../ui/lists/useSearch.ts';

export type PickedGroup = { groupId: string; groupName: string };

/** Picks any number of the account's groups, found by name. */
export function GroupPicker({
  id,
  label,
  help,
  value,
  onChange,
}: {
  id: string;
  label: string;
  help?: string;
  value: readonly PickedGroup[];
  onChange(groups: PickedGroup[]): void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const { typed, asked, type } = useSearch();
  const found = useGet(
    contactGroups.list,
    { 'filter.query': asked, 'filter.clientIds': [me.clientId], pageSize: 20 },
    { keep: true },
  );
  return (
    <FormField id={id} label={label} help={help}>
      {(parts) => (
        <Autocomplete<PickedGroup, true>
          id={parts.id}
          multiple
          value={[...value]}
          options={found.data?.groups ?? []}
          loading={found.isFetching}
          filterOptions={(all) => all}
          filterSelectedOptions
          getOptionDisabled={({ groupId }) =>
            found.data?.groups.some(
              (group) => group.groupId === groupId && group.emptying !== null,
            ) ?? false
          }
          getOptionLabel={({ groupName }) => groupName}
          isOptionEqualToValue={(one, other) => one.groupId === other.groupId}
          noOptionsText={t('contacts.noGroupFound')}
          loadingText={t('loading')}
          inputValue={typed}
          onInputChange={(_event, text) => type(text)}
          onChange={(_event, groups) =>
            onChange(groups.map(({ groupId, groupName }) => ({ groupId, groupName })))
          }
          renderOption={({ key: _key, ...props }, group) => (
            <li key={group.groupId} {...props}>
              {group.groupName}
            </li>
          )}
          renderInput={(params) => (
            <OutlinedInput
              fullWidth
              ref={params.slotProps.input.ref}
              className={params.slotProps.input.className}
              startAdornment={params.slotProps.input.startAdornment}
              endAdornment={params.slotProps.input.endAdornment}
              placeholder={value.length === 0 ? t('contacts.pickGroupHint') : undefined}
              inputProps={{
                ...params.slotProps.htmlInput,
                'aria-describedby': parts['aria-describedby'],
              }}
              sx={{ flexWrap: 'wrap', gap: 1, height: 'auto', minHeight: 36 }}
            />
          )}
        />
      )}
    </FormField>
  );
}
