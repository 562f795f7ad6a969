// The front page: of the seats only those that a table of that many players has.
export function startFront(form) {
  form.querySelector("[data-extra]").hidden = true;
  const show = () => {
    const players = Number(new FormData(form).get("players"));
    for (const field of form.querySelectorAll("[data-seat]")) {
      field.hidden = Number(field.dataset.seat) > players;
    }
  };
  form.addEventListener("change", show);
  show();
}
