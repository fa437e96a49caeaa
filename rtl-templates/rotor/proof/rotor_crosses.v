// rotor_crosses: rotor_exit.v joins each bank of a bin to the bus whose place it visits: for the room of the leaf that is visited, two
//   clocks later for the decision, and three clocks later for the word, which gets the bank's number.
//
//   From any state. `who` is any bank, the same in all clocks that are compared. While `yields`, a bank may hold back: rotor_shares.v.
//! proves rotor_exit as crosses
//! within rotor
//! subject "exit"
//! what "banks and buses of a bin"
//! claim "a bank's word goes to the bus whose place it has visited"
//! steps 5
//! skip 4
//! reads rotor_share
//! cells WIDTH * 8
//! show parts "claims that held, of 0 to 2"
//! show who "the bank"
`default_nettype none

module rotor_crosses #(
    parameter BANK_BITS  = 1,
    parameter PLACE_BITS = 2,
    parameter WIDTH      = 36,
    parameter BANKS      = 1 << BANK_BITS
) (
    input  wire                            clk,
    // free in every clock
    input  wire [PLACE_BITS+BANK_BITS-1:0] visited,
    input  wire                            clear, yields,
    input  wire [BANKS-1:0]                frees, has, idles,
    input  wire [BANKS*WIDTH-1:0]          words,
    input  wire                            who,
    // the claim, and values to show if it fails
    output wire                            ok,
    output wire [2:0]                      parts
);
    localparam TO = WIDTH + BANK_BITS;

    wire [BANKS-1:0]    free, idle;
    wire [BANKS*TO-1:0] word;
    reg  [PLACE_BITS+BANK_BITS-1:0] visited_1;

    circuit circuit (
        .clk(clk), .clear(clear), .yields(yields), .visited(visited), .visited_1(visited_1), .frees(frees), .free(free), .has(has),
        .idles(idles), .idle(idle), .words(words), .word(word)
    );

    // Of bank `who`: the bus that it visited one, two and three clocks ago.
    reg  [2:0]       bus;
    reg              had_room;
    reg  [3:0]       same;                                  // `who` has not changed
    reg              who_1;
    wire             visits = BANK_BITS != 0 && (visited[0] ^ who);
    wire [WIDTH-1:0] given  = words[who*WIDTH +: WIDTH];
    wire [WIDTH:0]   named  = {who, given};

    always @(posedge clk) begin
        visited_1 <= visited;
        bus      <= {bus[1:0], visits};
        had_room <= frees[visits];
        who_1    <= who;
        same     <= {same[2:0], who == who_1};
    end

    assign parts = {
        free[who] == had_room || yields && BANK_BITS != 0 && !free[who],
        idle[bus[1]] == idles[who],
        word[bus[2]*TO +: TO] == named[TO-1:0]
    };
    assign ok = !(&same) || who != who_1 || (BANKS == 1 && who) || (&parts);
endmodule

`default_nettype wire
