export const text = { playMoney: 'Sandbox, play money' };

export type Text = typeof text;
