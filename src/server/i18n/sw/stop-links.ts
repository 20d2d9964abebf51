export const stopLinks = {
  title: 'Acha kupokea matangazo',
  ask: 'Matangazo na habari kutoka kwa mtumaji wa ujumbe huu havitafika tena kwenye simu yako.',
  stop: 'Acha matangazo',
  stopAll: 'Acha ujumbe wote wa mtumaji huyu',
  stopped: 'Imesitishwa',
  stoppedText:
    'Hutapokea tena matangazo na habari kutoka kwa mtumaji huyu. Ujumbe ulio njiani bado unaweza kufika.',
  stoppedAll: 'Ujumbe wote umesitishwa',
  stoppedAllText:
    'Hutapokea tena ujumbe wowote kutoka kwa mtumaji huyu, isipokuwa nambari za siri unazoomba. Ujumbe ulio njiani bado unaweza kufika.',
  start: 'Pokea ujumbe tena',
  started: 'Utapokea ujumbe tena',
  startedText: 'Utapokea tena matangazo na habari kutoka kwa mtumaji huyu.',
  tooMany: 'Tafadhali subiri kidogo',
  tooManyText:
    'Kumekuwa na majaribio mengi kutoka kwenye muunganisho huu. Jaribu tena baada ya dakika chache.',
  language: 'Lugha',
  ownName: 'Kiswahili',
} as const;
