import Box from '@mui/material/Box';
import type { Ref } from 'react';
import { senders as api, type Sender } from '../../../../contract/api/senders.ts';
import { useLongList } from '../../../parts/useLongList.ts';
import SearchInput from '../../../ui/lists/SearchInput.tsx';
import type { SenderChoices } from './senders.ts';

/** The sender ID of a campaign among more than a page has, found by typing. */
export default function SenderSearch({
  senders: { choices, usable, oneOfEach, add },
  labelOf,
  field: { value, onChange, onBlur, ref },
  isWrong,
}: {
  senders: SenderChoices;
  labelOf(sender: Sender): string;
  field: {
    value: string;
    onChange(name: string): void;
    onBlur(): void;
    ref: Ref<HTMLInputElement>;
  };
  isWrong: boolean;
}) {
  const { page, isLoading, search } = useLongList(api.list, usable);
  const found = oneOfEach(page?.senderIds ?? []);
  const named = (name: string, list: readonly Sender[]) =>
    list.find(({ senderId }) => senderId === name);
  const chosen = named(value, choices);
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: 'none' }, width: { xs: '100%', sm: 300 } }}>
      <SearchInput
        id="senderId"
        value={value}
        chosenLabel={chosen && labelOf(chosen)}
        choices={found.map((sender) => ({ value: sender.senderId, label: labelOf(sender) }))}
        search={search}
        isLoading={isLoading}
        onChange={(name) => {
          const sender = named(name, found);
          if (sender) add(sender);
          onChange(name);
        }}
        onBlur={onBlur}
        inputRef={ref}
        describedBy={isWrong ? 'senderId-said' : undefined}
        isWrong={isWrong}
      />
    </Box>
  );
}
