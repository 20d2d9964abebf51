import type { templates as english } from '../en/templates.ts';
import type { Partially } from '../translation.ts';

export const templates: Partially<typeof english> = {
  templates: {
    title: 'Violezo vya SMS',
    purpose:
      'Maandishi unayotuma mara kwa mara, yenye vishika nafasi vya majina na maelezo mengine.',
    create: 'Kiolezo kipya',
    creating: 'Kiolezo kipya',
    editing: 'Hariri kiolezo',
    name: 'Jina',
    nameHelp: 'Kila kiolezo kina jina lake.',
    nameMissing: 'Andika jina la kiolezo.',
    placeholders: 'Vishika nafasi',
    updated: 'Kimebadilishwa',
    use: 'Tumia',
    edit: 'Hariri',
    delete: 'Futa',
    deleteTitle: 'Ufute kiolezo hiki?',
    deleteText: '“{{name}}” kitafutwa. Kampeni zilizotengenezwa nacho zinabaki na maandishi yake.',
    deleted: 'Kiolezo kimefutwa.',
    save: 'Hifadhi kiolezo',
    saved: 'Kiolezo kimehifadhiwa.',
    search: 'Tafuta violezo',
    searchHint: 'Jina au maandishi',
    empty: 'Hakuna violezo bado',
    emptyText: 'Tengeneza kimoja kwa maandishi unayotuma mara kwa mara, kama kikumbusho au salamu.',
    preview: 'Hakiki',
    previewNote: 'Kwa thamani za mfano.',
    sampleValue: '({{name}})',
    misspelt:
      'Hivi si vishika nafasi halali na vitatumwa kama vilivyoandikwa: {{names}}. Jina linaanza kwa herufi na lina herufi, tarakimu, nafasi au _.',
    foreign:
      'Anwani zako hazina {{names}}: tuma kutoka kwenye faili lenye safu hiyo, au iongeze kwenye anwani zako.',
  },
};
