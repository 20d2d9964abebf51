import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { fitting, roomToHide, type ColumnChoice } from './listColumns.ts';

/**
 * The columns of a list for the words and figures that it has. The widths at which columns hide are those of English and
 * of usual figures: where a table turns out wider than its frame, all of them hide sooner, until it fits.
 */
export function useFittingColumns<T>(
  columns: readonly Column<T>[],
  choice: ColumnChoice,
): { columns: readonly Column<T>[]; tooWide(width: number): void } {
  const { language } = useTranslation().i18n;
  const [room, setRoom] = useState({ language, pixels: 0 });
  const pixels = room.language === language ? room.pixels : 0;
  const tooWide = useCallback(
    (width: number) =>
      setRoom((before) => {
        const now = before.language === language ? before.pixels : 0;
        return { language, pixels: roomToHide(columns, choice, width, now) ?? now };
      }),
    [columns, choice, language],
  );
  return { columns: useMemo(() => fitting(columns, pixels), [columns, pixels]), tooWide };
}
