// Two sounds, made here: a tile on wood, and two soft notes. Silent until asked for.
import { settings } from "./settings.js";

let context = null;

function ready() {
  if (!settings.sound || !window.AudioContext) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

function note(audio, frequency, start, length, volume) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

export function playPlaced() {
  const audio = ready();
  if (!audio) return;
  const samples = Math.round(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 6;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1400;
  noise.connect(filter).connect(audio.destination);
  noise.start();
  note(audio, 180, audio.currentTime, 0.08, 0.25);
}

export function playYourTurn() {
  const audio = ready();
  if (!audio) return;
  note(audio, 587, audio.currentTime, 0.25, 0.12);
  note(audio, 784, audio.currentTime + 0.14, 0.35, 0.12);
}
