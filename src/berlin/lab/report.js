// The heat map: which share of the games has a force in a place when a turn ends.
const told = JSON.parse(document.getElementById("fronts").textContent);
const group = document.getElementById("front-group");
const force = document.getElementById("front-force");
const turn = document.getElementById("front-turn");
const shown = document.getElementById("front-shown");
const play = document.getElementById("front-play");
const places = [...document.querySelectorAll("#front .heat")];

function mixed(tones, weights) {
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  const parts = [1, 3, 5].map((at) => tones.reduce((all, tone, i) => all + parseInt(tone.slice(at, at + 2), 16) * weights[i], 0) / sum);
  return `rgb(${parts.map(Math.round).join(",")})`;
}

function draw() {
  const at = told.groups[Number(group.value)];
  turn.max = String(at.turns.length - 1);
  const now = Math.min(Number(turn.value), at.turns.length - 1);
  const forces = force.value === "" ? told.sides : told.forces.filter((each) => each.key === force.value);
  places.forEach((place, i) => {
    const shares = forces.map((each) => at.shares[each.key][now][i]);
    const most = Math.max(...shares);
    place.style.fill = mixed(forces.map((each) => each.tone), shares);
    place.style.fillOpacity = most < 2 ? "0" : String(0.15 + 0.0075 * most);
    place.firstElementChild.textContent = `${told.places[i]}: ${forces.map((each, n) => `${each.name} ${shares[n]}%`).join(", ")}`;
  });
  shown.textContent = `end of turn ${at.turns[now]}, ${at.games[now]} games`;
}

let clock = 0;
function stop() {
  clearInterval(clock);
  clock = 0;
  play.textContent = "Play";
}

play.addEventListener("click", () => {
  if (clock) {
    stop();
    return;
  }
  play.textContent = "Stop";
  if (turn.value === turn.max) turn.value = "0";
  clock = setInterval(() => {
    draw();
    if (turn.value === turn.max) stop();
    else turn.value = String(Number(turn.value) + 1);
  }, 700);
});
for (const control of [group, force]) control.addEventListener("change", draw);
turn.addEventListener("input", draw);
draw();
