// Checks the vectors that need no rules of play: shuffles, and the books of whole records.
// Run it with node; it prints how many vectors it has checked, or stops at the first that fails.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url)));
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

function shuffled(pack, seed) {
  let number = BigInt("0x" + createHash("sha512").update(seed).digest("hex"));
  const cards = [...pack];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Number(number % BigInt(i + 1));
    number /= BigInt(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// The accounts' changes and the pot's, from the points of a deal.
function settled(variant, options, contract, points, pot) {
  const to = (kinds) => Object.keys(kinds).find((kind) => kinds[kind].includes(contract));
  const scoring = options.scoring ?? (variant === "compendium-beans" ? "beans-and-pot" : "penalty");
  const transfers = variant === "seven-contracts";
  if (!transfers && scoring === "penalty") return [points, 0];
  const piles = { pot: ["king-of-hearts", "first-and-last", "fifth-trick"], untouched: ["reds", "obers"] };
  const kind = transfers
    ? to({ pot: ["hairy-ape", "lorum"], winner: ["quartets", "fast-train"], untouched: ["hearts", "obers", "no-tricks"] })
    : (scoring === "beans-and-pot" && to(piles)) || options.bean_settlement || "pairwise";
  const total = sum(points), fewest = Math.min(...points), lowest = points.filter((own) => own === fewest).length;
  const untouched = points.filter((own) => own === 0).length;
  let change = points.map((own) => 0 - own), rest = total;
  if (kind === "pairwise") [change, rest] = [points.map((own) => total - points.length * own), 0];
  if (kind === "winner") [change, rest] = [points.map((own) => (own ? -own : total)), 0];
  if (kind === "to-lowest" || (kind === "untouched" && untouched)) {
    const base = kind === "untouched" ? 0 : fewest, paid = total - base * points.length;
    change = points.map((own) => (own > base ? base - own : Math.floor(paid / lowest)));
    rest = paid % lowest;
    if (kind === "untouched" && transfers && untouched === points.length - 1)
      [change, rest] = [points.map((own) => (own ? untouched * total : -total)), 0];
  }
  const winner = contract === "lorum" && (options.pot_goes_to ?? "lorum-winner") === "lorum-winner";
  if (!winner) return [change, rest];
  return [change.map((own, seat) => own + (points[seat] === fewest ? pot + rest : 0)), 0 - pot];
}

const shuffles = read("shuffle");
for (const { id, seed, hex, pack, shuffled: expected } of shuffles) {
  const cards = pack ? pack.split(" ") : [];
  assert.equal(shuffled(cards, hex === undefined ? seed : Buffer.from(hex, "hex")).join(" "), expected, id);
}
const records = read("record");
for (const { id, record, start, summary } of records) {
  let totals = Array(summary.players).fill(start), pot = 0;
  for (const { contract, points, change, pot_change, tie_break } of summary.results) {
    if (!tie_break) assert.deepEqual([change, pot_change], settled(record.variant, record.options, contract, points, pot), id);
    totals = totals.map((own, seat) => own + change[seat]);
    pot += pot_change;
  }
  totals = totals.map((own, seat) => own + summary.bought[seat] + summary.final_share[seat]);
  assert.deepEqual([totals, pot - sum(summary.final_share)], [summary.totals, summary.pot], id);
}
console.log(`${shuffles.length} shuffles and ${records.length} records checked`);
